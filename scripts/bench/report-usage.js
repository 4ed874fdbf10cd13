// Loaded ahead of a measured command: writes what the process used where the benchmark looks for it.
import { writeFileSync } from 'node:fs';

const path = process.env.BENCH_USAGE_FILE;
/** Resident memory in bytes over time, in milliseconds since the epoch. */
const memoryOverTime = [];

if (path) {
  setInterval(() => memoryOverTime.push([Date.now(), process.memoryUsage.rss()]), 100).unref();
  process.on('exit', () => {
    const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage();
    const cpuSeconds = (userCPUTime + systemCPUTime) / 1e6;
    writeFileSync(path, JSON.stringify({ memory: maxRSS * 1024, cpuSeconds, memoryOverTime }));
  });
}
