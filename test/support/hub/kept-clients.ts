import { expect } from 'vitest';
import type { openBackedUpHub } from './backed-up-hub.ts';
import type { startTestHub } from './hub.ts';
import { sampleReport } from './sample-report.ts';

type BackedUpHub = Awaited<ReturnType<typeof openBackedUpHub>>;

/** What clients of a hub have of it when it is lost: a plugin its token, readers a key, a cursor, a time, and what they read. */
export interface KeptClients extends Pick<BackedUpHub, 'key' | 'token' | 'cursor' | 'accounts'> {
  readonly drops: unknown;
  /** `last_modified` of a snapshot. */
  readonly since: string;
}

const everyEvent = '/events?from=2020-01-01T00:00:00Z&types=loot';

/** Once the drop that was reported is served. */
export async function clientsOf({ hub, key, token, cursor, accounts }: BackedUpHub): Promise<KeptClients> {
  await hub.getUntil('/events', { key, withinMs: 25_000, seen: ({ body }) => body.data?.length === 1 });
  const drops = (await hub.get(everyEvent, { key })).body.data;
  expect(drops).toHaveLength(1);
  const { meta } = (await hub.get('/snapshot', { key })).body;
  return { key, token, cursor, accounts, drops, since: meta.last_modified };
}

/** They read what they read before, and miss nothing of what the plugin says next. */
export async function expectClientsGoOn(
  hub: Awaited<ReturnType<typeof startTestHub>>,
  { key, token, cursor, accounts, drops, since }: KeptClients,
): Promise<void> {
  expect((await hub.get('/accounts', { key })).body.data).toEqual(
    accounts.data.map((account: object) =>
      expect.objectContaining({ ...account, online: expect.anything(), last_seen: expect.anything() }),
    ),
  );
  expect((await hub.report(token, await sampleReport('ha-death'))).status).toBe(200);
  const next = await hub.getUntil(`/events?cursor=${cursor}&types=death`, {
    key,
    withinMs: 25_000,
    seen: ({ body }) => body.data?.length === 1,
  });
  expect(next.body.data).toMatchObject([{ type: 'death' }]);
  expect((await hub.get(everyEvent, { key })).body.data).toEqual(drops);
  const changed = await hub.getUntil(`/snapshot?since=${since}`, {
    key,
    withinMs: 10_000,
    everyMs: 1_100,
    seen: ({ body }) => body.data?.length === 1,
  });
  expect(changed.body.data[0].id).toBe(accounts.data[0].id);
  expect(Date.parse(changed.body.meta.last_modified)).toBeGreaterThan(Date.parse(since));
}
