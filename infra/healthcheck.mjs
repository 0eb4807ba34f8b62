// Asks the process of this container for its health, on the port that its command listens on. Exit
// code 0: it is well.
import { readFileSync } from 'node:fs';

const { PORT, INGEST_PORT, WORKER_METRICS_PORT, QUERY_PORT, CONSOLE_PORT } = process.env;
// An empty setting counts as not set.
/** @type {Record<string, string | number>} */
const ports = {
  start: PORT || 3_000,
  ingest: INGEST_PORT || 3_001,
  projector: WORKER_METRICS_PORT || 9_464,
  query: QUERY_PORT || 3_000,
  console: CONSOLE_PORT || 3_002,
};

// With `docker run --init`, process 1 is the init. Its command line also holds the command of the
// hub.
const words = readFileSync('/proc/1/cmdline', 'utf8').split('\0');
const command = words.find((word) => Object.hasOwn(ports, word)) ?? 'start';
const answer = await fetch(`http://localhost:${ports[command]}/api/health`).catch(() => null);
process.exitCode = answer?.status === 200 ? 0 : 1;
