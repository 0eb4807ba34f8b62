import { expect } from 'vitest';
import type { openBackedUpHub } from './backed-up-hub.ts';
import type { TestHub } from './hub.ts';
import { sampleReport } from './sample-report.ts';

type BackedUpHub = Awaited<ReturnType<typeof openBackedUpHub>>;

/** Clients keep these when a hub is lost. */
export interface KeptClients extends Pick<BackedUpHub, 'key' | 'token' | 'cursor' | 'accounts'> {
  readonly drops: unknown;
}

const everyEvent = '/events?from=2020-01-01T00:00:00Z&types=loot';

/** Waits until the reported drop is served. */
export async function clientsOf({ hub, key, token, cursor, accounts }: BackedUpHub): Promise<KeptClients> {
  await hub.getUntil('/events', { key, withinMs: 25_000, seen: ({ body }) => body.data?.length === 1 });
  const drops = (await hub.get(everyEvent, { key })).body.data;
  expect(drops).toHaveLength(1);
  return { key, token, cursor, accounts, drops };
}

/** @param expectSince checks a client of `/snapshot`, by `followSnapshot` */
export async function expectClientsGoOn(
  hub: TestHub,
  { key, token, cursor, accounts, drops }: KeptClients,
  expectSince: (restored: TestHub) => Promise<void>,
): Promise<void> {
  expect((await hub.get('/accounts', { key })).body.data).toEqual(
    accounts.data.map((account: object) =>
      expect.objectContaining({ ...account, online: expect.anything(), last_seen: expect.anything() }),
    ),
  );
  await expectSince(hub);
  expect((await hub.report(token, await sampleReport('ha-death'))).status).toBe(200);
  const next = await hub.getUntil(`/events?cursor=${cursor}&types=death`, {
    key,
    withinMs: 25_000,
    seen: ({ body }) => body.data?.length === 1,
  });
  expect(next.body.data).toMatchObject([{ type: 'death' }]);
  expect((await hub.get(everyEvent, { key })).body.data).toEqual(drops);
}
