import { Option } from 'commander';

/** Takes the flag `--batch-api`. */
export const batchApiOption = new Option(
  '--batch-api',
  "ask through the provider's batch endpoint: at half the price, within a day",
);
