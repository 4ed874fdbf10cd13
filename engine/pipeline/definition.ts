import type { Json } from '../json.ts';

/** A place in a file, counted from 1. */
export interface Position {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** A named parameter of a pipeline; it becomes a flag of the command. */
export interface Parameter {
  readonly name: string;
  readonly default: Json;
  readonly about: string;
  /** Whether commas between values make a grid of runs; false where they belong to a value. */
  readonly grid: boolean;
  readonly where: Position;
}

/** One step: which stage, which earlier steps it reads, which settings. */
export interface StepDefinition {
  readonly name: string;
  readonly stage: string;
  readonly from: readonly string[];
  /** Setting values; a string `$name` stands for the parameter of that name. */
  readonly with: { readonly [setting: string]: Json };
  /** Where each of the settings stands. */
  readonly places: { readonly [setting: string]: Position };
  readonly where: Position;
}

/** A pipeline as its file states it, bases merged in. */
export interface PipelineDefinition {
  readonly name: string;
  readonly summary: string;
  readonly params: ReadonlyMap<string, Parameter>;
  readonly steps: ReadonlyMap<string, StepDefinition>;
  /** The step whose artifact is the pipeline's result. */
  readonly result: string;
  readonly where: Position;
}

/** `file:line:column`, as editors understand it. */
export function placeText({ file, line, column }: Position): string {
  return `${file}:${line}:${column}`;
}

/** The default of a parameter in brackets; empty where there is none. */
export function presetOf({ default: preset }: Parameter): string {
  return preset === null || preset === '' ? '' : ` (default: ${String(preset)})`;
}
