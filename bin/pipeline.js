#!/usr/bin/env node
import { existsSync } from 'node:fs';

const main = new URL('../dist/cli/main.js', import.meta.url);
if (existsSync(main)) await import(main.href);
else {
  process.stderr.write(
    'The command is not built yet. Run `npm install`, or `npm run build`, in the project.\n',
  );
  process.exitCode = 2;
}
