import { Option } from 'commander';
import { placeArgument } from './arguments.ts';

/** `--errata`, which may be repeated; its value is the list of what was named, in order. */
export function errataOption(): Option {
  return new Option(
    '--errata <list>',
    'corrections of the data: structural, a file, or an address; may be repeated, later ones hold',
  )
    .default([], 'none')
    .argParser((place, before: readonly string[]) => [...before, placeArgument(place)]);
}
