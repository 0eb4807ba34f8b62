import { setTimeout as delay } from 'node:timers/promises';
import type { HubClient } from '../support/hub/hub-client.ts';
import type { RecordedAnswer } from './recorded.ts';

export interface AnswersWanted {
  readonly keys: Readonly<Record<string, string>>;
  readonly accounts: readonly string[];
  /** ISO. */
  readonly from: string;
  readonly to: string;
  /** A cursor before the first event. */
  readonly start: string;
}

const snapshotEveryMs = 1_100;

/** Leaves out answers that depend on the moment. */
export async function recordAnswers(
  client: HubClient,
  { keys, accounts, from, to, start }: AnswersWanted,
): Promise<{ readonly asked: RecordedAnswer[]; readonly etag: string }> {
  const asked: RecordedAnswer[] = [];
  let etag = '';
  for (const [name, key] of Object.entries(keys)) {
    const ask = async (path: string) => {
      const { status, headers, body } = await client.get(path, { key });
      asked.push({
        key: name,
        path,
        status,
        data: body.data ?? null,
        nextCursor: body.meta?.next_cursor ?? null,
      });
      return { status, headers, body };
    };
    // A refused key is refused everywhere, and soon its address is.
    if ((await ask('/me')).status !== 200) continue;
    await ask('/accounts');
    for (const id of accounts) for (const path of pathsOf(id, from, to)) await ask(path);
    const { headers } = await ask('/snapshot');
    if (name === 'service') etag = headers.get('etag') ?? '';
    await delay(snapshotEveryMs);
    for (let cursor = start; ; ) {
      const { body } = await ask(`/events?limit=200&cursor=${cursor}`);
      if (!(body.data?.length > 0)) break;
      cursor = body.meta.next_cursor;
    }
    await ask(`/events?limit=50&types=loot,pk_loot&min_value=100000&cursor=${start}`);
  }
  return { asked, etag };
}

function pathsOf(id: string, from: string, to: string): string[] {
  const account = `/accounts/${id}`;
  const range = `from=${from}&to=${to}`;
  const series = ['5m', '1h', '1d'].map(
    (resolution) => `${account}/xp?skills=overall,attack,hitpoints&resolution=${resolution}&${range}`,
  );
  const histories = ['gains', 'sessions', 'equipment-history', 'wealth', 'locations'];
  return [account, ...series, ...histories.map((name) => `${account}/${name}?${range}`)];
}
