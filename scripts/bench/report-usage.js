// Loaded ahead of a measured command: writes what the process used where the benchmark looks for it.
import { writeFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const { BENCH_USAGE_FILE: path, BENCH_HEAP: watchesHeap } = process.env;
/** Milliseconds since the epoch, and the bytes on the heap that are still in use then. */
const heapOverTime = [];

if (path) {
  if (watchesHeap) {
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc');
    const look = () => {
      collect();
      heapOverTime.push([Date.now(), process.memoryUsage().heapUsed]);
    };
    setInterval(look, 1000).unref();
  }
  process.on('exit', () => {
    const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage();
    const cpuSeconds = (userCPUTime + systemCPUTime) / 1e6;
    writeFileSync(path, JSON.stringify({ memory: maxRSS * 1024, cpuSeconds, heapOverTime }));
  });
}
