import { setTimeout as sleep } from 'node:timers/promises';
import type { ReportSource } from './reports.ts';

/** Sends reports of some players and asks for each one's account until the report shows. */
export interface ProbeOptions {
  readonly ingestPort: number;
  readonly queryPort: number;
  /** Read everything, in turn: a key may ask some hundred times a second. */
  readonly keys: readonly string[];
  /** A device's token and the number in `source` of each player that is looked at. */
  readonly players: readonly { readonly token: string; readonly number: number }[];
  readonly source: ReportSource;
  readonly seconds: number;
}

const askEveryMs = 4;
const restMs = 100;
const showsWithinMs = 10_000;

/** @returns how long each report took from its acknowledgement until the read API showed it, ms */
export async function probeVisibility(options: ProbeOptions): Promise<number[]> {
  const took: number[] = [];
  let turn = 0;
  const ask = async (path: string) => {
    turn += 1;
    const headers = { authorization: `Bearer ${options.keys[turn % options.keys.length]}` };
    const answer = await fetch(`http://127.0.0.1:${options.queryPort}/api/v1${path}`, { headers });
    // biome-ignore lint/suspicious/noExplicitAny: of an answer that the routes' own tests check
    const body = (await answer.json()) as any;
    if (answer.status !== 200)
      throw new Error(`a probe was answered ${answer.status}: ${JSON.stringify(body)}`);
    return body;
  };

  async function probe({ token, number }: ProbeOptions['players'][number]): Promise<void> {
    const first = await send(options, token, number);
    await untilShown(async () => {
      const { data = [] } = await ask('/accounts');
      return data.some(({ name }: { name: string }) => name === first.name);
    });
    const { data } = await ask('/accounts');
    const { id } = data.find(({ name }: { name: string }) => name === first.name);
    for (const until = performance.now() + options.seconds * 1_000; performance.now() < until; ) {
      const { hitpoints } = await send(options, token, number);
      const acknowledgedAt = performance.now();
      await untilShown(async () => (await ask(`/accounts/${id}`)).data?.vitals?.hp?.current === hitpoints);
      took.push(performance.now() - acknowledgedAt);
      await sleep(restMs * (0.5 + Math.random()));
    }
  }

  await Promise.all(options.players.map(probe));
  return took;
}

async function send({ ingestPort, source }: ProbeOptions, token: string, number: number) {
  const body = source.next(number);
  const answer = await fetch(`http://127.0.0.1:${ingestPort}/api/osrs-data/events`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-osrs-exporter-version': '1.6.0',
      'x-osrs-token': token,
    },
    body,
  });
  await answer.arrayBuffer();
  if (answer.status !== 200) throw new Error(`a probe was answered ${answer.status}`);
  const { player } = JSON.parse(body.toString());
  return { name: player.name as string, hitpoints: player.health.current as number };
}

async function untilShown(isShown: () => Promise<boolean>): Promise<void> {
  const until = performance.now() + showsWithinMs;
  while (!(await isShown())) {
    if (performance.now() > until) throw new Error(`a report did not show within ${showsWithinMs} ms`);
    await sleep(askEveryMs);
  }
}
