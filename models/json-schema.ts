import type { Json } from '../engine/json.ts';

/** A JSON Schema, in the part of the language that all providers take. */
export type JsonSchema = { readonly [member: string]: Json };
