import type { FastifyInstance } from 'fastify';
import { Registry } from 'prom-client';
import { describe, expect, it, vi } from 'vitest';
import { eraseAccount } from '../../../../projections/access/commands/accounts/erase-account.ts';
import { LogUnavailable } from '../../../../shared/errors/errors.ts';
import type { Journal } from '../../../../shared/log/journal.ts';
import type { IngestDeps } from '../../ingest-deps.ts';
import { dinkFixture } from '../../plugins/dink/testing/dink-messages.ts';
import { haFixture } from '../../plugins/ha-exporter/testing/ha-reports.ts';
import { openTestIngest, type TestIngest } from '../../testing/open-test-ingest.ts';

// biome-ignore lint/suspicious/noExplicitAny: tests bend reports into every shape
type Body = any;

const minute = 60_000;
const name = 'Sable Orrin';

function journalByTestClock(ingest: TestIngest): Journal {
  const { journal } = ingest;
  const times = new Map<string, number>();
  return {
    ...journal,
    append: (events, options) => {
      for (const { recordId } of events) times.set(recordId, ingest.now);
      return journal.append(events, options);
    },
    log: {
      ...journal.log,
      read: async (places, options) => {
        const pages = await journal.log.read(places, options);
        return pages.map((page) => ({
          ...page,
          records: page.records.map((record) => ({
            ...record,
            appendTime: times.get(record.recordId) ?? record.appendTime,
          })),
        }));
      },
    },
  };
}

async function open() {
  const ingest = await openTestIngest();
  const member = await ingest.addMember('Quill');
  const token = await ingest.pair(member);
  const journal = journalByTestClock(ingest);
  const openApp = (deps: Partial<IngestDeps> = {}) => ingest.openIngest({ journal, ...deps });
  const app = openApp();
  const gim = (body: Body, to: FastifyInstance = app, as = token) =>
    to.inject({
      method: 'POST',
      url: '/api/group/hub/update-group-member',
      headers: { authorization: as, 'content-type': 'application/json' },
      payload: JSON.stringify({ name, ...body }),
    });
  return { ingest, journal, member, openApp, gim };
}

async function holdingsIn(ingest: TestIngest, key = '') {
  const events = await ingest.read('hub.holdings');
  return events
    .filter(({ type }) => type.startsWith(key))
    .map(({ type, data }) => {
      const { items, ...others } = data as Body;
      return {
        type: type.replace('-reported', ''),
        ...others,
        items: items?.map(({ id, quantity }: Body) => [id, quantity]),
      };
    });
}

async function banksIn(ingest: TestIngest) {
  return (await holdingsIn(ingest, 'bank')).map(({ items }) => items);
}

function eventually(check: () => Promise<void>) {
  return vi.waitFor(check, { timeout: 20_000, interval: 100 });
}

describe('a holding', () => {
  it('that did not change is not stored again, also after a restart', async () => {
    const { ingest, gim, openApp } = await open();
    const body = { bank: [995, 100, 4_151, 1], quests: [2, 1], rune_pouch: [554, 10, 0, 0] };
    expect((await gim(body)).statusCode).toBe(200);
    expect((await holdingsIn(ingest)).map(({ type }) => type).sort()).toEqual([
      'bank',
      'quests',
      'rune-pouch',
    ]);
    for (const app of [undefined, openApp()]) {
      ingest.now += 2 * minute;
      expect((await gim(body, app)).statusCode).toBe(200);
    }
    expect(await holdingsIn(ingest)).toHaveLength(3);
    expect((await ingest.read('hub.raw')).length).toBe(3);
  });

  it('is stored at once when its last value was stored over a minute ago', async () => {
    const { ingest, gim } = await open();
    await gim({ bank: [995, 100] });
    ingest.now += minute;
    await gim({ bank: [995, 200] });
    expect(await banksIn(ingest)).toEqual([[[995, 100]], [[995, 200]]]);
  });

  it('is stored at most once a minute, and its newest value is not lost', async () => {
    const { ingest, gim } = await open();
    const at = ingest.now;
    await gim({ bank: [995, 100] });
    for (const quantity of [200, 300, 400]) {
      ingest.now += 10_000;
      expect((await gim({ bank: [995, quantity] })).statusCode).toBe(200);
    }
    expect(await banksIn(ingest)).toEqual([[[995, 100]]]);
    ingest.now = at + minute;
    await eventually(async () =>
      expect(await holdingsIn(ingest, 'bank')).toEqual([
        { type: 'bank', at, items: [[995, 100]] },
        { type: 'bank', at: at + 30_000, items: [[995, 400]] },
      ]),
    );
    // The minute begins again.
    ingest.now += 30_000;
    await gim({ bank: [995, 500] });
    expect(await banksIn(ingest)).toHaveLength(2);
    ingest.now += 30_000;
    await eventually(async () => expect((await banksIn(ingest)).at(-1)).toEqual([[995, 500]]));
  });

  it('that came back to its stored value within the minute is not stored again', async () => {
    const { ingest, gim } = await open();
    for (const quantity of [100, 200, 100]) await gim({ bank: [995, quantity] });
    ingest.now += 2 * minute;
    await gim({ quiver: [892, 5] });
    await eventually(async () => expect(await holdingsIn(ingest, 'quiver')).toHaveLength(1));
    expect(await banksIn(ingest)).toEqual([[[995, 100]]]);
  });

  it('does not keep other holdings from being stored while it waits', async () => {
    const { ingest, gim } = await open();
    await gim({ bank: [995, 100] });
    await gim({ bank: [995, 200], seed_vault: [5_318, 1], potion_storage: [2_434, 30] });
    expect((await holdingsIn(ingest)).map(({ type }) => type).sort()).toEqual([
      ...['bank', 'potion-storage', 'seed-vault'],
    ]);
  });

  it('is stored when the process ends while it waits', async () => {
    const { ingest, gim, openApp } = await open();
    const app = openApp();
    await gim({ bank: [995, 100] }, app);
    await gim({ bank: [995, 200] }, app);
    expect(await banksIn(ingest)).toHaveLength(1);
    await app.close();
    expect(await banksIn(ingest)).toEqual([[[995, 100]], [[995, 200]]]);
  });

  it('of an erased account is dropped while it waits, and the others are stored', async () => {
    const { ingest, gim } = await open();
    for (const quantity of [100, 200]) {
      await gim({ bank: [995, quantity] });
      await gim({ name: 'Mossy Till', bank: [995, quantity + 1] });
    }
    const [erased] = ingest.directory.currentOrStale().accounts.values();
    await ingest.runCommand((known) =>
      eraseAccount(known, { accountId: erased?.id ?? '', ids: [], actor: 'cli' }),
    );
    ingest.now += minute;
    const kept = erased?.name === name ? 201 : 200;
    await eventually(async () => expect(await banksIn(ingest)).toContainEqual([[995, kept]]));
    expect(await banksIn(ingest)).toHaveLength(3);
  });
});

describe('a failed append', () => {
  it('loses no holding, also if the plugin does not send it again', async () => {
    const { ingest, gim, journal, openApp } = await open();
    let fails = false;
    const append: Journal['append'] = (events, options) => {
      if (fails) throw new LogUnavailable('the append failed');
      return journal.append(events, options);
    };
    const app = openApp({ journal: { ...journal, append } });
    await gim({ bank: [995, 100] }, app);
    ingest.now += minute;
    fails = true;
    expect((await gim({ bank: [995, 200] }, app)).statusCode).toBe(503);
    expect(await banksIn(ingest)).toHaveLength(1);
    fails = false;
    await eventually(async () => expect(await banksIn(ingest)).toEqual([[[995, 100]], [[995, 200]]]));
  });

  it('stores a holding once when the plugin sends the report again', async () => {
    const { ingest, gim, journal, openApp } = await open();
    let outcome: 'kept' | 'lost answer' = 'kept';
    const append: Journal['append'] = async (events, options) => {
      const positions = await journal.append(events, options);
      if (outcome === 'lost answer') throw new LogUnavailable('the answer was lost');
      return positions;
    };
    const app = openApp({ journal: { ...journal, append } });
    await gim({ bank: [995, 100] }, app);
    ingest.now += minute;
    outcome = 'lost answer';
    expect((await gim({ bank: [995, 200] }, app)).statusCode).toBe(503);
    outcome = 'kept';
    expect((await gim({ bank: [995, 200] }, app)).statusCode).toBe(200);
    ingest.now += 2 * minute;
    await gim({ quiver: [892, 5] }, app);
    await eventually(async () => expect(await holdingsIn(ingest, 'quiver')).toHaveLength(1));
    expect(await banksIn(ingest)).toEqual([[[995, 100]], [[995, 200]]]);
  });
});

describe('a slow read of the log', () => {
  /** Holds the reads of holdings after `hold()` until `letThrough()`. */
  function holdReads({ log, ...journal }: Journal) {
    let held: PromiseWithResolvers<void> | null = null;
    let waiting = 0;
    // A read to the end asks for the end first, and reads no page at the end.
    const ends: Journal['log']['ends'] = async (...given) => {
      if (held !== null) waiting += 1;
      await held?.promise;
      return log.ends(...given);
    };
    return {
      journal: { ...journal, log: { ...log, ends } },
      hold: () => {
        held = Promise.withResolvers();
      },
      isHeld: async () => expect(waiting).toBeGreaterThan(0),
      letThrough: () => held?.resolve(),
    };
  }

  it('does not let the holding of an earlier report replace the newest', async () => {
    const { ingest, gim, journal, openApp } = await open();
    const slow = holdReads(journal);
    const app = openApp({ journal: slow.journal, isSoleProcess: false });
    for (const quantity of [100, 200]) {
      await gim({ bank: [995, quantity] }, app);
      ingest.now += 10_000;
    }
    slow.hold();
    ingest.now += minute;
    // The task reads the log for the waiting bank while the next report comes.
    await eventually(slow.isHeld);
    const last = gim({ bank: [995, 300] }, app);
    slow.letThrough();
    expect((await last).statusCode).toBe(200);
    ingest.now += 2 * minute;
    await eventually(async () => expect((await banksIn(ingest)).at(-1)).toEqual([[995, 300]]));
  });

  it('loses no holding of a report that got its answer before the read ended', async () => {
    const { ingest, gim, journal, openApp } = await open();
    const slow = holdReads(journal);
    const app = openApp({ journal: slow.journal, deadlineMs: 1_500 });
    await gim({});
    slow.hold();
    expect((await gim({ bank: [995, 100] }, app)).statusCode).toBe(503);
    expect(await banksIn(ingest)).toEqual([]);
    slow.letThrough();
    await eventually(async () => expect(await banksIn(ingest)).toEqual([[[995, 100]]]));
  });
});

describe('several processes', () => {
  it('together store a holding once a minute, and the newest report counts', async () => {
    const { ingest, gim, openApp } = await open();
    const apps = [1, 2].map(() => openApp({ isSoleProcess: false }));
    const at = ingest.now;
    // The last two changes wait in different processes.
    for (const [index, quantity] of [100, 200, 300, 400].entries()) {
      ingest.now = at + index * 10_000;
      await gim({ bank: [995, quantity] }, apps[index % 2]);
    }
    expect(await banksIn(ingest)).toEqual([[[995, 100]]]);
    ingest.now = at + minute;
    await eventually(async () => expect((await banksIn(ingest)).length).toBeGreaterThan(1));
    ingest.now += minute;
    await eventually(async () => expect((await banksIn(ingest)).at(-1)).toEqual([[995, 400]]));
    ingest.now += 5 * minute;
    await gim({ quiver: [892, 5] }, apps[0]);
    expect((await banksIn(ingest)).at(-1)).toEqual([[995, 400]]);
    const banks = await banksIn(ingest);
    expect(banks).not.toContainEqual([[995, 200]]);
    // Both processes may append at the same moment, and then each may repeat the newest report.
    expect(banks.length).toBeLessThanOrEqual(5);
  });

  it('know what another process stored', async () => {
    const { ingest, gim, openApp } = await open();
    const [first, second] = [1, 2].map(() => openApp({ isSoleProcess: false }));
    for (const [app, quantity] of [
      [first, 100],
      [second, 200],
      [first, 100],
      [second, 100],
    ] as const) {
      await gim({ bank: [995, quantity] }, app);
      ingest.now += 2 * minute;
    }
    expect(await banksIn(ingest)).toEqual([[[995, 100]], [[995, 200]], [[995, 100]]]);
  });
});

describe('the collection log', () => {
  it('never becomes shorter when a search shows a part of it', async () => {
    const { ingest, gim, openApp } = await open();
    await gim({ collection_log_v2: [4_151, 1, 11_995, 2, 592, 3] });
    ingest.now += minute;
    await gim({ collection_log_v2: [4_151, 2, 20_000, 1] });
    const whole = [
      [592, 3],
      [4_151, 2],
      [11_995, 2],
      [20_000, 1],
    ];
    expect((await holdingsIn(ingest)).at(-1)?.items).toEqual(whole);
    ingest.now += minute;
    await gim({ collection_log_v2: [592, 3] }, openApp());
    expect(await holdingsIn(ingest)).toHaveLength(2);
  });

  it('keeps the items of all lists within a minute', async () => {
    const { ingest, gim } = await open();
    for (const id of [1, 2, 3]) await gim({ collection_log_v2: [id, 1] });
    ingest.now += minute;
    await eventually(async () =>
      expect((await holdingsIn(ingest)).at(-1)?.items).toEqual([
        [1, 1],
        [2, 1],
        [3, 1],
      ]),
    );
    expect(await holdingsIn(ingest)).toHaveLength(2);
  });
});

describe('a holding of an account with an owner', () => {
  it('counts only from the owner: holdings of a contributor are left out and counted', async () => {
    const { ingest, member } = await open();
    const friend = await ingest.addMember('Bram');
    const metrics = new Registry();
    const app = ingest.openIngest({ metrics });
    const login = async (token: string, questPoints: number) => {
      const message = dinkFixture('dink-login');
      message.extra = { questPoints: { completed: questPoints, total: 300 } };
      message.embeds = [{ timestamp: new Date(ingest.now).toISOString() }];
      const options = { method: 'POST', url: `/api/dink/${token}`, payload: message } as const;
      expect((await app.inject(options)).statusCode).toBe(200);
      ingest.now += 2 * minute;
    };
    const [owned, contributed] = [await ingest.pair(member), await ingest.pair(friend)];
    // Names the types of the world.
    const snapshot = { ...haFixture('ha-snapshot'), timestamp: ingest.now };
    expect((await ingest.report(owned, snapshot, { app })).statusCode).toBe(200);
    await login(owned, 290);
    await login(contributed, 1);
    await login(owned, 296);
    const accounts = [...ingest.directory.currentOrStale().accounts.values()];
    expect(accounts).toMatchObject([{ ownerId: member, contributorIds: [friend] }]);
    const points = (await ingest.read('hub.holdings')).map(({ data }) => (data as Body).completed);
    expect(points).toEqual([290, 296]);
    const { values } = (await metrics.getSingleMetric('hub_ingest_skipped_total')?.get()) ?? { values: [] };
    expect(values).toMatchObject([{ labels: { kind: 'holding_of_contributor' }, value: 1 }]);
  });
});

describe('the shared storage of a group', () => {
  it('belongs to the member whose device reported it', async () => {
    const { ingest, member, gim } = await open();
    await gim({ shared_bank: [4_151, 1], bank: [995, 100] });
    const other = await ingest.addMember('Brambleweed');
    await gim({ shared_bank: [4_151, 2] }, undefined, await ingest.pair(other));
    const events = await ingest.read('hub.holdings');
    const accounts = [...ingest.directory.currentOrStale().accounts.values()];
    const of = (ownerId: string) => accounts.find((account) => account.ownerId === ownerId)?.id;
    expect(
      events
        .filter(({ type }) => type === 'shared-storage-reported')
        .map(({ subject, data }) => [subject, (data as Body).account_id]),
    ).toEqual(
      expect.arrayContaining([
        [member, of(member)],
        [other, of(other)],
      ]),
    );
    expect(events.find(({ type }) => type === 'bank-reported')?.subject).toBe(of(member));
  });
});
