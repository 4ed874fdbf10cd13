/** Member names and list positions that lead from the top of a file to a value. */
export type Path = readonly (string | number)[];

/** A path as it is usually written: `[3].conversation.session_2[5].dia_id`. */
export function formatPath(path: Path): string {
  return path
    .map((key, index) => {
      if (typeof key === 'number') return `[${key}]`;
      if (!/^[\p{L}\p{N}_-]+$/u.test(key)) return `[${JSON.stringify(key)}]`;
      return index === 0 ? key : `.${key}`;
    })
    .join('');
}
