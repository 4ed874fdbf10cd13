/** A file that its publisher serves and this project may not ship (CC BY-NC 4.0). */
export interface PublishedFile {
  readonly fileName: string;
  readonly bytes: number;
  readonly sha256: string;
}

/** The files of snap-research/LoCoMo, by the names under which they are fetched. */
export const publishedFiles = {
  locomo10: {
    fileName: 'locomo10.json',
    bytes: 2_805_274,
    sha256: '79fa87e90f04081343b8c8debecb80a9a6842b76a7aa537dc9fdf651ea698ff4',
  },
  'msc-personas': {
    fileName: 'msc_personas_all.json',
    bytes: 3_055_126,
    sha256: '75440be006945f5e92141f2374becd551a17a4a98ccd982d1d06c821b40c7dc7',
  },
} as const satisfies { readonly [name: string]: PublishedFile };

export type PublishedName = keyof typeof publishedFiles;

/** The folder of the publisher's repository that holds the files, at the commit whose digests are known. */
export const publisherAddress =
  'https://raw.githubusercontent.com/snap-research/locomo/3eb6f2c585f5e1699204e3c3bdf7adc5c28cb376/data/';
