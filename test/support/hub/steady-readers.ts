import { setTimeout as delay } from 'node:timers/promises';
import type { Answer, HubClient } from './hub-client.ts';

/** Readers ask every endpoint at a fixed rate, whatever happens. */
export interface SteadyReaders {
  answered(): number;
  /** @returns a line for each request that failed or got a wrong answer */
  stop(): Promise<string[]>;
}

const everyMs = 80;
/** A key may ask for these paths once a second. */
const pacedMs = 1_000;
const paced = ['/snapshot'];

/** @param check throws when an answer is wrong */
export function startSteadyReaders(
  client: HubClient,
  key: string,
  accountIds: readonly string[],
  check: (path: string, answer: Answer) => void = () => {},
): SteadyReaders {
  const paths = endpoints(accountIds);
  const failed: string[] = [];
  const underWay = new Set<Promise<void>>();
  const notBefore = new Map<string, number>();
  let answered = 0;
  let stopped = false;

  async function read(path: string): Promise<void> {
    if (performance.now() < (notBefore.get(path) ?? 0)) return;
    if (paced.includes(path)) notBefore.set(path, Number.POSITIVE_INFINITY);
    try {
      const answer = await client.get(path, { key });
      const { status, body } = answer;
      if (status !== 200) throw new Error(`${status} ${JSON.stringify(body).slice(0, 200)}`);
      check(path, answer);
      answered += 1;
    } catch (error) {
      failed.push(`${path}: ${String(error)}`);
    }
    if (paced.includes(path)) notBefore.set(path, performance.now() + pacedMs);
  }

  async function run(): Promise<void> {
    for (let turn = 0; !stopped; turn += 1) {
      const asking = read(paths[turn % paths.length] ?? '/me').finally(() => underWay.delete(asking));
      underWay.add(asking);
      await delay(everyMs);
    }
  }
  const running = run();

  return {
    answered: () => answered,
    stop: async () => {
      stopped = true;
      await running;
      await Promise.all(underWay);
      return failed;
    },
  };
}

function endpoints(accountIds: readonly string[]): string[] {
  const account = `/accounts/${accountIds[0]}`;
  return [
    '/me',
    '/accounts',
    account,
    '/snapshot',
    '/events?limit=10',
    `/locations?accounts=${accountIds}`,
    `/xp?accounts=${accountIds}&skills=Attack`,
    '/leaderboards/loot',
    '/leaderboards/gains?skill=Attack',
    `${account}/xp?skills=Attack`,
    `${account}/gains`,
    `${account}/sessions`,
    `${account}/equipment-history`,
    `${account}/wealth`,
    `${account}/locations`,
  ];
}
