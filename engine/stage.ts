import type { z } from 'zod';
import type { ItemId, ItemRef, TableRef } from './item.ts';
import type { Forecast } from './forecast.ts';
import type { Measure } from './notes.ts';
import type { Service, ServiceRequest } from './service.ts';
import type { ArtifactReader } from './store/artifact.ts';

/** One unit of work. */
export interface Item<Input> {
  /** Copied into every record of the item; not part of the item's key. */
  readonly id: ItemId;
  /** Further facts copied into every record without being part of the key. */
  readonly carry?: { readonly [name: string]: unknown };
  /** Everything that shapes the output, as plain data: content, or references to stored content. */
  readonly input: Input;
  /** What of the input shapes the output, where that is less than all of it; the item's key is made of this. */
  readonly key?: unknown;
  /** The batch that it is done in, for a stage whose batches are fixed. */
  readonly batch?: Batch;
}

/**
 * Items that are done in one call, because their outputs depend on each other. A batch of which a part is finished, or
 * whose call failed `apart`, is worked off item by item: no batch of another make-up is ever done.
 */
export interface Batch {
  readonly name: string;
  /** How many items it has in all. */
  readonly size: number;
}

/** What a stage may use while it works: nothing else reaches it. */
export interface RunContext<Services> {
  readonly services: Services;
  /** Fires when work is to be given up. */
  readonly signal: AbortSignal;
  /** Fires when nothing new is to be begun, such as another try: the user stops the run, or it cannot go on. */
  readonly stopping: AbortSignal;
  /** The records of a referenced item. */
  read<T>(ref: ItemRef): Promise<readonly T[]>;
  /** The referenced artifact, to look items up by their id. */
  table<T>(ref: TableRef): Promise<ArtifactReader<T>>;
  /** The sealed folder of a referenced item; undefined where the item wrote none. */
  folderOf(ref: ItemRef): Promise<string | undefined>;
  /** An empty folder for files that belong to this item; sealed by rename once the item is done. */
  folder(): Promise<string>;
  /** Builds a costly thing once for many items. Few are kept: ask for one key at a time. */
  once<T>(key: string, build: () => Promise<T>): Promise<T>;
  note(measure: Measure, amount: number): void;
  /** The item's key; in a batch, that of its first item. */
  readonly key: string;
  /** Calls back once this item is through: what it gave is in the log, or it has failed. Not where the run stops before. */
  settled(then: () => void): void;
  /** Tells the user something about this item while it is worked on, such as that a server asks to wait. */
  tell(message: string): void;
}

/** The artifacts that a stage reads, by port; a port that the settings do not need is absent. */
export type Readers<Ports> = {
  readonly [Port in keyof Ports]: ArtifactReader<Exclude<Ports[Port], undefined>>;
};

/** How the items of a stage are worked off: one by one, or several in one call. */
type Work<Input, Output, Services> =
  | { run(input: Input, context: RunContext<Services>): Promise<readonly Output[]> }
  | {
      /** How items come together whose outputs do not depend on each other; those of a fixed `Item.batch` do anyway. */
      readonly batch:
        | 'fixed'
        | {
            readonly size: number;
            /** Items of similar weight share a batch. */
            weight(input: Input): number;
          };
      /** The outputs of each item, or why it alone failed, in the order of the inputs. */
      runBatch(
        inputs: readonly Input[],
        context: RunContext<Services>,
      ): Promise<readonly (readonly Output[] | ItemFailure)[]>;
    };

/** What a forecast may use: it reads and computes, and asks nobody. */
export type ForecastContext<Services> = Pick<RunContext<Services>, 'services' | 'read' | 'table' | 'once'>;

/**
 * A kind of step. It lists units of work and does one; it is pure but for the services handed to it.
 * `Ports` maps each input port to the type of its records, `Services` each service to its type.
 */
export type Stage<Settings, Ports, Input, Output, Services> = {
  readonly name: string;
  /** Raised whenever the same item would now give another output. */
  readonly version: number;
  readonly summary: string;
  /** Checks and normalises the settings; what it returns enters the artifact's key. */
  readonly settings: z.ZodType<Settings>;
  /** Settings that cannot change a result (addresses, time-outs): left out of the key. */
  readonly keyless?: readonly string[];
  /** The kind of record it makes, such as `answers`. */
  readonly output: string;
  /** The kind of record wanted at each port that these settings need. */
  inputs(settings: Settings): { readonly [Port in keyof Ports]?: string };
  services?(settings: Settings): { readonly [Name in keyof Services]: ServiceRequest };
  items(
    inputs: Readers<Ports>,
    settings: Settings,
    services: Services,
  ): AsyncIterable<Item<Input>> | Iterable<Item<Input>>;
  /** What one call for these items would count: calls, tokens, dollars. Nothing where absent. */
  forecast?(inputs: readonly Input[], context: ForecastContext<Services>): Promise<Forecast>;
} & Work<Input, Output, Services>;

/** The services of a stage that needs none. */
export type NoServices = { readonly [name: string]: never };

/** A stage whose types the engine does not know. */
export type AnyStage = Stage<
  object,
  { readonly [port: string]: unknown },
  unknown,
  object,
  { readonly [name: string]: Service }
>;

/**
 * Throw it from a stage to fail one item alone: it is not cached, the others go on, the run ends incomplete.
 * In a batch it fails all items, unless they may be tried `apart` because one of them alone is to blame.
 */
export class ItemFailure extends Error {
  override readonly name = 'ItemFailure';
  readonly apart: boolean;

  constructor(
    message: string,
    { apart = false, ...options }: ErrorOptions & { readonly apart?: boolean } = {},
  ) {
    super(message, options);
    this.apart = apart;
  }
}
