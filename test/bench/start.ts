import type { Lifecycle } from '../../shared/async/lifecycle.ts';
import { type Benchmark, inRounds } from './support/benchmark.ts';
import { figureOf } from './support/figures.ts';
import { fillFolder } from './support/filled-hub.ts';
import { startHub } from './support/hub-process.ts';
import { cpuOfServer, type ServerCpu } from './support/process-cpu.ts';

const accounts = 2_000;
const feedEvents = 200_000;
const rounds = 7;
/** A snapshot of all accounts is far larger. */
const accountBytesMin = 100;

export const startBenchmark: Benchmark = {
  summary: 'start: from `hub start` to the first snapshot, 2,000 accounts and 200,000 events stored',
  run: async (lifecycle) => {
    const { dataDir, keys } = await fillFolder(lifecycle, { accounts, keys: 1, feedEvents });
    const measured = await inRounds(rounds, () => startOnce(lifecycle, dataDir, keys[0] ?? ''));
    return [
      figureOf('start: to the first snapshot', 'ms', measured, ({ ms }) => ms),
      figureOf('start: CPU of Node', 'ms', measured, ({ nodeMs }) => nodeMs),
      figureOf('start: CPU of PostgreSQL', 'ms', measured, ({ postgresMs }) => postgresMs),
    ];
  },
};

async function startOnce(
  lifecycle: Lifecycle,
  dataDir: string,
  key: string,
): Promise<ServerCpu & { readonly ms: number }> {
  const startedAt = performance.now();
  const hub = await startHub(lifecycle, dataDir);
  const answer = await fetch(`${hub.url}/api/v1/snapshot`, { headers: { authorization: `Bearer ${key}` } });
  const bytes = (await answer.arrayBuffer()).byteLength;
  const ms = performance.now() - startedAt;
  if (answer.status !== 200 || bytes < accounts * accountBytesMin) {
    throw new Error(`the first snapshot was answered ${answer.status} with ${bytes} bytes`);
  }
  const cpu = cpuOfServer(hub);
  await hub.stop();
  return { ms, ...cpu };
}
