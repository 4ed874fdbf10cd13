import { InvalidArgumentError } from 'commander';

/** A path of the user's; an empty one comes from a variable of a script that was not set. */
export function pathArgument(text: string): string {
  if (text === '') throw new InvalidArgumentError('Expected a path.');
  return text;
}

/** How many items may be in flight. */
export function concurrencyArgument(text: string): number {
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < 1 || value > 1024)
    throw new InvalidArgumentError('Expected a whole number from 1 to 1024.');
  return value;
}

/** A number of things, at least one. */
export function countArgument(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError('Expected a whole number of at least 1.');
  return Number(text);
}

/** Dollars. */
export function dollarsArgument(text: string): number {
  if (!/^\d{1,7}(\.\d{1,6})?$/.test(text))
    throw new InvalidArgumentError('Expected dollars, such as 5 or 0.50.');
  return Number(text);
}

/** A whole number from 0. */
export function wholeNumberArgument(text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new InvalidArgumentError('Expected a whole number from 0.');
  return Number(text);
}

const units: { readonly [unit: string]: number } = {
  B: 1,
  KB: 1e3,
  MB: 1e6,
  GB: 1e9,
  TB: 1e12,
  KIB: 2 ** 10,
  MIB: 2 ** 20,
  GIB: 2 ** 30,
  TIB: 2 ** 40,
};

/** A size with its unit, such as 5GB or 512 MiB, in bytes. */
export function sizeArgument(text: string): number {
  const [, amount = '', unit = ''] = /^(\d+(?:\.\d+)?) ?([a-z]+)$/i.exec(text) ?? [];
  const factor = units[unit.toUpperCase()];
  if (factor === undefined)
    throw new InvalidArgumentError('Expected a size with its unit, such as 5GB or 500MB.');
  return Math.round(Number(amount) * factor);
}

/** A path, or the http(s) address of a document. */
export function placeArgument(text: string): string {
  if (isAddress(text)) requireAddress(text);
  return pathArgument(text);
}

/** Whether a place is meant as an address, be it a right one or not. */
export function isAddress(text: string): boolean {
  return /^https?:\/\//i.test(text);
}

function requireAddress(text: string): void {
  if (!isAddress(text) || !URL.canParse(text))
    throw new InvalidArgumentError('Expected an address that begins with http:// or https://, and a host.');
  const { username, password } = new URL(text);
  if (`${username}${password}` !== '')
    throw new InvalidArgumentError('Expected an address without a user or a password.');
}

/** The address of a folder, with a slash at its end. */
export function addressArgument(text: string): string {
  requireAddress(text);
  return text.endsWith('/') ? text : `${text}/`;
}

/** Names with commas between them. */
export function namesArgument(text: string): readonly string[] {
  return text
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean);
}

/** One `step.setting=value` more, by `step.setting`. */
export function settingArgument(
  text: string,
  sofar: { readonly [place: string]: string },
): { readonly [place: string]: string } {
  const at = text.indexOf('=');
  if (at < 1) throw new InvalidArgumentError('Expected step.setting=value.');
  return { ...sofar, [text.slice(0, at)]: text.slice(at + 1) };
}
