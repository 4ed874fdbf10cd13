import type { RankerWeights } from '../ranker.ts';

export const weights: RankerWeights = { turns: {}, sessions: {}, cited: {} };

export const folds: { readonly [sampleId: string]: RankerWeights } = {};
export const provenance = { data: '', loco: { dialog: [0], observation: [0], summary: [0] } };
