import { setTimeout as pause } from 'node:timers/promises';
import { type Benchmark, inRounds } from './support/benchmark.ts';
import { type Figure, figureOf } from './support/figures.ts';
import { startFilledHub } from './support/filled-hub.ts';
import type { LoadJob, LoadResult } from './support/load.ts';
import { measureLoad, type Round } from './support/measure-load.ts';
import { startWorker } from './support/worker.ts';

const accounts = 500;
const feedEvents = 300_000;
/** The number of keys of a large guild. */
const keys = 90;
const requestsPerMinute = 6_000;
const perSecond = { polls: 1_500, pages: 100 };
const rounds = 5;
const roundSeconds = 3;
/** Until V8 has compiled the code of an answer. */
const warmUpSeconds = 5;
const monthMs = 30 * 86_400_000;
/** Watermarks move within 5 s after the start. Until then the newest events are not served. */
const settledMs = 10_000;

export const feedBenchmark: Benchmark = {
  summary: 'event feed of 500 accounts with 300,000 events: polls without news, newest page, page of a month',
  run: async (lifecycle) => {
    const hub = await startFilledHub(lifecycle, { accounts, keys, requestsPerMinute, feedEvents });
    const readers = startWorker<LoadJob, LoadResult>(lifecycle, './load.ts');
    const read = async (query: string, rate: number): Promise<Round[]> => {
      const job = { port: hub.port, path: `/api/v1/events?${query}`, keys: hub.keys, perSecond: rate };
      const readFor = (seconds: number) => measureLoad(hub, readers, { kind: 'reads', ...job, seconds });
      await readFor(warmUpSeconds);
      return inRounds(rounds, () => readFor(roundSeconds));
    };
    const monthsAgo = (months: number) => new Date(Date.now() - months * monthMs).toISOString();
    await pause(settledMs);
    const cursor = await newestCursor(hub.url, hub.keys[0] ?? '');
    const poll = await read(`cursor=${cursor}`, perSecond.polls);
    const newest = await read('limit=100', perSecond.pages);
    const month = await read(`from=${monthsAgo(6)}&to=${monthsAgo(5)}&limit=100`, perSecond.pages);
    return [
      figureOf('poll without news: CPU of Node', 'us', poll, ({ nodeMicros }) => nodeMicros),
      ...pageFigures('newest 100', newest),
      ...pageFigures('100 of a month', month),
    ];
  },
};

function pageFigures(name: string, measured: readonly Round[]): Figure[] {
  return [
    figureOf(`${name}: CPU of Node`, 'us', measured, ({ nodeMicros }) => nodeMicros),
    figureOf(`${name}: CPU of PostgreSQL`, 'us', measured, ({ postgresMicros }) => postgresMicros),
    figureOf(`${name}: p50`, 'ms', measured, ({ load }) => load.p50Ms),
  ];
}

async function newestCursor(url: string, key: string): Promise<string> {
  const headers = { authorization: `Bearer ${key}` };
  const answer = await fetch(`${url}/api/v1/events?cursor=now`, { headers });
  if (answer.status !== 200) throw new Error(`a cursor was answered ${answer.status}`);
  const { meta } = (await answer.json()) as { meta: { next_cursor: string } };
  return meta.next_cursor;
}
