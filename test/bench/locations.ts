import { type Benchmark, inRounds } from './support/benchmark.ts';
import { type Figure, figureOf } from './support/figures.ts';
import { startFilledHub } from './support/filled-hub.ts';
import { cpuDuring, type Server } from './support/process-cpu.ts';

const accounts = 50;
const trailDays = 29;
/** The most trails that a member's key may ask for at once. */
const asked = 10;
const requestsPerMinute = 6_000;
const rounds = 5;
const day = { days: 1, requests: 40 };
const month = { days: trailDays, requests: 2 };
const tileHours = 8;
/** A map asks for the last hour of this many players. */
const mapped = 8;
const hour = { requests: 20 };
const dayMs = 86_400_000;
const hourMs = 3_600_000;

interface Trails {
  readonly bytes: number;
  readonly ms: number;
  readonly nodeMs: number;
  readonly postgresMs: number;
}

export const locationsBenchmark: Benchmark = {
  summary:
    'GET /locations: ten trails of a day and of a month; eight trails of an hour by tile, and the space of tiles',
  run: async (lifecycle) => {
    const hub = await startFilledHub(lifecycle, {
      accounts,
      keys: 1,
      requestsPerMinute,
      trailDays,
      tileHours,
    });
    const measure = ({ days, requests }: typeof day) => {
      const ids = hub.accountIds.slice(0, asked).join();
      const from = new Date(Date.now() - days * dayMs).toISOString();
      const url = `${hub.url}/api/v1/locations?accounts=${ids}&from=${from}`;
      return readOften(hub, { url, key: hub.keys[0] ?? '', requests });
    };
    const measureTiles = (ids: readonly string[]) => {
      const from = new Date(Date.now() - hourMs).toISOString();
      const url = `${hub.url}/api/v1/locations?accounts=${ids.join()}&from=${from}&detail=tile`;
      return readOften(hub, { url, key: hub.keys[0] ?? '', requests: hour.requests });
    };
    const players = hub.accountIds.slice(0, mapped);
    const runners = hub.accountIds.slice(-mapped);
    // Until V8 has compiled the code of an answer.
    await measure(day);
    await measure(month);
    await measureTiles(runners);
    const measured = await inRounds(rounds, async () => ({
      day: await measure(day),
      month: await measure(month),
      played: await measureTiles(players),
      run: await measureTiles(runners),
    }));
    return [
      ...trailFigures(
        'a day',
        measured.map((round) => round.day),
      ),
      ...trailFigures(
        'a month',
        measured.map((round) => round.month),
      ),
      ...trailFigures(
        'an hour by tile',
        measured.map((round) => round.played),
      ),
      ...trailFigures(
        'an hour of running by tile',
        measured.map((round) => round.run),
      ),
      figureOf('tiles of an hour of the demo', 'bytes', [hub.tileBytes], (bytes) => bytes?.ofDemo ?? 0),
      figureOf('tiles of an hour of running', 'bytes', [hub.tileBytes], (bytes) => bytes?.ofRunner ?? 0),
    ];
  },
};

/** @returns the means of an answer */
async function readOften(
  server: Server,
  { url, key, requests }: { readonly url: string; readonly key: string; readonly requests: number },
): Promise<Trails> {
  const headers = { authorization: `Bearer ${key}`, 'accept-encoding': 'identity' };
  let bytes = 0;
  const startedAt = performance.now();
  const { cpu } = await cpuDuring(server, async () => {
    for (let request = 0; request < requests; request += 1) {
      const answer = await fetch(url, { headers });
      if (answer.status !== 200) throw new Error(`the trails were answered ${answer.status}`);
      for await (const chunk of answer.body ?? []) bytes += chunk.length;
    }
  });
  const ms = performance.now() - startedAt;
  const { nodeMs, postgresMs } = cpu;
  return {
    bytes: bytes / requests,
    ms: ms / requests,
    nodeMs: nodeMs / requests,
    postgresMs: postgresMs / requests,
  };
}

function trailFigures(name: string, measured: readonly Trails[]): Figure[] {
  return [
    figureOf(`${name}: body`, 'bytes', measured, ({ bytes }) => bytes),
    figureOf(`${name}: answered`, 'ms', measured, ({ ms }) => ms),
    figureOf(`${name}: CPU of Node`, 'ms', measured, ({ nodeMs }) => nodeMs),
    figureOf(`${name}: CPU of PostgreSQL`, 'ms', measured, ({ postgresMs }) => postgresMs),
  ];
}
