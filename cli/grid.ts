import { ExpectedError } from '../engine/expected-error.ts';
import type { PipelineDefinition } from '../engine/pipeline/definition.ts';
import { camelCase } from './pipeline-command.ts';
import type { SessionFlags } from './session.ts';

/** The flags of a command that takes a grid. */
export interface GridFlags extends SessionFlags {
  /** How many repetitions each cell has. */
  readonly replicates?: number;
}

/** One combination of the values that the flags give. */
export interface Cell<Flags> {
  readonly flags: Flags;
  /** The values of the parameters that have several, by name. */
  readonly values: { readonly [parameter: string]: string };
}

/** More cells are a slip of the pen rather than a wish. */
const mostCells = 10_000;

/**
 * The cells of the grid that is asked for by commas between the values of parameters, and by `--replicates`; the first
 * parameter changes slowest. One cell where no parameter has several values.
 */
export function cellsOf<Flags extends GridFlags>(
  pipeline: PipelineDefinition,
  flags: Flags,
): readonly Cell<Flags>[] {
  let cells: readonly Cell<Flags>[] = [{ flags, values: {} }];
  for (const [parameter, values] of axesOf(pipeline, flags)) {
    if (cells.length * values.length > mostCells) throw tooMany(cells.length * values.length);
    cells = cells.flatMap((cell) =>
      values.map((value) => ({
        flags: { ...cell.flags, [camelCase(parameter)]: value },
        values: { ...cell.values, [parameter]: value },
      })),
    );
  }
  return cells;
}

/** A cell as people read it, such as `top-k=5 retriever=bm25`. */
export function cellName({ values }: Pick<Cell<unknown>, 'values'>): string {
  return Object.entries(values)
    .map(([parameter, value]) => `${parameter}=${value}`)
    .join(' ');
}

function axesOf(
  { name: pipeline, params }: PipelineDefinition,
  flags: GridFlags,
): readonly (readonly [parameter: string, values: readonly string[]])[] {
  const axes = [...params.values()].flatMap(({ name, grid }) => {
    const given = flags[camelCase(name)];
    const values = typeof given === 'string' && grid ? valuesIn(given) : [];
    return values.length > 1 ? [[name, values] as const] : [];
  });
  const { replicates } = flags;
  if (replicates === undefined) return axes;
  if (!params.has('replicate') || flags['replicate'] !== undefined)
    throw new ExpectedError({
      code: 'usage',
      message: params.has('replicate')
        ? 'Expected --replicates or --replicate, found both.'
        : `Expected a pipeline with the parameter replicate, found ${pipeline}.`,
      where: '--replicates',
      remedy: '--replicates N makes the repetitions 0 to N - 1, --replicate one of them.',
    });
  return [...axes, ['replicate', Array.from({ length: replicates }, (_, number) => String(number))]];
}

/** The values with commas between them, each once. */
function valuesIn(given: string): readonly string[] {
  const values = given.split(',').map((value) => value.trim());
  return values.includes('') ? [] : [...new Set(values)];
}

function tooMany(count: number): ExpectedError {
  return new ExpectedError({
    code: 'usage',
    message: `Expected a grid of at most ${mostCells} cells, found ${count}.`,
    remedy: 'Part it: what cells share is in the store and not made again.',
  });
}
