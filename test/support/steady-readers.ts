import { setTimeout as delay } from 'node:timers/promises';
import type { HubClient } from './hub-client.ts';

/** Clients that ask every endpoint at a fixed rate, whatever happens. Each answer is checked against the OpenAPI document. */
export interface SteadyReaders {
  /** Answers so far. */
  answered(): number;
  /** Ends them. @returns every request that was not answered with what was asked for */
  stop(): Promise<string[]>;
}

/** All paths take 1.2 s: a key may ask for `/snapshot` once a second. */
const everyMs = 80;

/** Asks the paths in turn, 12 requests a second; answers may overlap. */
export function startSteadyReaders(client: HubClient, key: string, accountId: string): SteadyReaders {
  const paths = endpoints(accountId);
  const failed: string[] = [];
  const underWay = new Set<Promise<void>>();
  let answered = 0;
  let stopped = false;

  async function read(path: string): Promise<void> {
    try {
      const { status, body } = await client.get(path, { key });
      if (status === 200) answered += 1;
      else failed.push(`${path}: ${status} ${JSON.stringify(body).slice(0, 200)}`);
    } catch (error) {
      failed.push(`${path}: ${String(error)}`);
    }
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

function endpoints(accountId: string): string[] {
  const account = `/accounts/${accountId}`;
  return [
    '/me',
    '/accounts',
    account,
    '/snapshot',
    '/events?limit=10',
    `/locations?accounts=${accountId}`,
    `/xp?accounts=${accountId}&skills=Attack`,
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
