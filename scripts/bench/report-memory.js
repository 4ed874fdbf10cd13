// Loaded ahead of a measured command: writes the process's peak memory in bytes where the benchmark looks for it.
import { writeFileSync } from 'node:fs';

process.on('exit', () => {
  const path = process.env.BENCH_MEMORY_FILE;
  if (path) writeFileSync(path, String(process.resourceUsage().maxRSS * 1024));
});
