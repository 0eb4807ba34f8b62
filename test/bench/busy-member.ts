import type { Benchmark } from './support/benchmark.ts';
import { figureOf } from './support/figures.ts';
import { coinsId, manyIdsName } from './support/fill-tables.ts';
import { startFilledHub } from './support/filled-hub.ts';
import type { LoadJob, LoadResult } from './support/load.ts';
import { measureLoad } from './support/measure-load.ts';
import { startWorker } from './support/worker.ts';

/** As in an attack: 30 reports gave one name to 150,000 ids. */
const guild = { accounts: 30, keys: 0, memberKeys: 10, feedEvents: 400_000, idsOfName: 150_000 };
/** Three kinds of requests use up the 1,200 requests a minute of ten keys before the end. */
const attackPerSecond = 25;
/** Below the limits of ten keys, so that each answer is a 200. */
const neighbourPerSecond = 20;
const warmUpSeconds = 5;
const seconds = 20;
const monthMs = 30 * 86_400_000;

export const busyMemberBenchmark: Benchmark = {
  summary: 'a member with ten keys asks for the most expensive items at the limits, next to another member',
  run: async (lifecycle) => {
    const hub = await startFilledHub(lifecycle, guild);
    const [busy = [], neighbour = []] = hub.memberKeys;
    const monthsAgo = new Date(Date.now() - 6 * monthMs).toISOString();
    const attacks = [
      `items=${manyIdsName}&limit=500`,
      `items=${coinsId}&types=pet&limit=500`,
      `items=${coinsId},${manyIdsName}&types=pet&from=${monthsAgo}&limit=500`,
    ].map((query) => ({
      worker: startWorker<LoadJob, LoadResult>(lifecycle, './load.ts'),
      path: `/api/v1/events?${query}`,
    }));
    const readers = startWorker<LoadJob, LoadResult>(lifecycle, './load.ts');
    const attack = (forSeconds: number) =>
      attacks.map(({ worker, path }) =>
        worker.run({
          ...{ kind: 'reads', port: hub.port, path, keys: busy },
          ...{ perSecond: attackPerSecond, seconds: forSeconds },
        }),
      );
    const read = (forSeconds: number) =>
      measureLoad(hub, readers, {
        ...{ kind: 'reads', port: hub.port, path: '/api/v1/events?limit=100', keys: neighbour },
        ...{ perSecond: neighbourPerSecond, seconds: forSeconds },
      });
    await read(warmUpSeconds);
    const alone = await read(seconds);
    const attacked = attack(seconds);
    const next = await read(seconds);
    if (Object.keys(next.load.statuses).some((status) => status !== '200'))
      throw new Error(`the other member was answered ${JSON.stringify(next.load.statuses)}`);
    const answers = await Promise.all(attacked);
    const answered = answers.reduce((sum, { statuses }) => sum + (statuses[200] ?? 0), 0);
    if (answered === 0) throw new Error(`the busy member got no answer: ${JSON.stringify(answers)}`);
    return [
      figureOf('the other member alone: p99', 'ms', [alone], ({ load }) => load.p99Ms),
      figureOf('the other member next to the busy member: p99', 'ms', [next], ({ load }) => load.p99Ms),
      figureOf('the busy member, the slowest kind: p99', 'ms', answers, ({ p99Ms }) => p99Ms),
      figureOf('answers 200 of the busy member', 'times', [answered], (count) => count),
    ];
  },
};
