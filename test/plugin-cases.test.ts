import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test, vi } from 'vitest';
import { accessProjection } from '../projections/access/projection.ts';
import { given, id } from '../projections/access/testing/membership.ts';
import { accountStateProjection } from '../projections/account-state/projection.ts';
import { report } from '../projections/account-state/testing/report.ts';
import { eventFeedProjection } from '../projections/event-feed/projection.ts';
import { playSessionsProjection } from '../projections/play-sessions/projection.ts';
import { xpHistoryProjection } from '../projections/xp-history/projection.ts';
import { openTestApi } from '../services/query/testing/open-test-api.ts';

/**
 * Requests as real plugins send them, each with the public source that shows it. `{{ha}}`,
 * `{{dink}}`, `{{gim}}` and `{{rseye}}` are tokens of one member's devices, `{{ms}}` is epoch ms,
 * `{{iso}}` ISO text.
 */
const folder = new URL('./fixtures/cases/', import.meta.url);

interface Step {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: object;
}

// biome-ignore lint/suspicious/noExplicitAny: an answer of the API
type Entry = any;

function stepsOf(name: string): readonly Step[] {
  return JSON.parse(readFileSync(new URL(`${name}.json`, folder), 'utf8')).steps;
}

async function openHub() {
  const projections = [
    accountStateProjection,
    eventFeedProjection,
    playSessionsProjection,
    xpHistoryProjection,
  ];
  const api = await openTestApi({ projections });
  await api.appendMembership(given.member(id(1), 'Merrin'));
  const key = await api.makeKey(1, null, { rate_limit_per_minute: 6_000 });
  const ingest = api.openIngest();
  const pair = async () => {
    const payload = { code: await api.makeCode(id(1)) };
    return (await ingest.inject({ method: 'POST', url: '/api/osrs-data/pair', payload })).json().token;
  };
  const tokens = { ha: await pair(), dink: await pair(), gim: await pair(), rseye: await pair() };

  /** @returns the status of the answer */
  async function send({ method, path, headers = {}, body }: Step): Promise<number> {
    const now = Date.now();
    const filled = (text: string) =>
      text
        .replaceAll(/"\{\{ms(?:\+(\d+))?\}\}"/g, (_, later) => String(now + Number(later ?? 0)))
        .replaceAll('{{iso}}', new Date(now).toISOString())
        .replaceAll('{{uuid}}', randomUUID())
        .replaceAll(/\{\{(ha|dink|gim|rseye)\}\}/g, (_, name: keyof typeof tokens) => tokens[name]);
    const answer = await ingest.inject({
      method,
      url: filled(path),
      headers: { 'content-type': 'application/json', ...JSON.parse(filled(JSON.stringify(headers))) },
      ...(body !== undefined && { payload: filled(JSON.stringify(body)) }),
    });
    return answer.statusCode;
  }

  async function sendAll(name: string): Promise<void> {
    const statuses: number[] = [];
    for (const step of stepsOf(name)) statuses.push(await send(step));
    expect(statuses).toEqual(statuses.map(() => expect.toBeOneOf([200, 204])));
    await applied();
  }

  /** Resolves when the answers show all reports. */
  async function applied(): Promise<void> {
    const running = [accessProjection, ...projections].map((projection) => projection.name);
    const behind = {
      text: `select
             from projection.checkpoint c
             join log.record r using (stream, partition)
             where c.projection = any($1) and c.next_offset <= r."offset"
             limit 1`,
      values: [running],
    };
    await vi.waitUntil(async () => (await api.database.many(behind)).length === 0, {
      timeout: 15_000,
      interval: 20,
    });
    // Copies in memory that show these changes also show all earlier reports.
    await api.append(report.hitpoints('nobody', Date.now()));
    await api.appendMembership(given.changeMember(id(1), { name: 'Merrin' }));
  }

  const shown = (check: () => Promise<void>) => vi.waitFor(check, { timeout: 15_000, interval: 50 });
  const data = async (path: string): Promise<Entry> => {
    api.advanceLimitClock(1_000);
    return (await api.get(path, { key })).body.data;
  };
  const account = async (name: string): Promise<Entry> =>
    (await data('/snapshot')).find((entry: Entry) => entry.name === name);
  return { send, sendAll, applied, shown, data, account };
}

type Hub = Awaited<ReturnType<typeof openHub>>;

const skillOf = (entry: Entry, name: string) =>
  entry?.skills?.skills.find(({ skill }: Entry) => skill === name);

const expectations: Readonly<Record<string, (hub: Hub) => Promise<void>>> = {
  'death-from-two-plugins': async ({ sendAll, shown, data }) => {
    await sendAll('death-from-two-plugins');
    await shown(async () => {
      const events = await data('/events');
      expect(events).toMatchObject([{ type: 'death', value_gp: 12_340_000 }]);
    });
  },
  'untradeable-loot-from-two-plugins': async ({ sendAll, shown, data }) => {
    await sendAll('untradeable-loot-from-two-plugins');
    // Dink prices the clue at 1 gp.
    await shown(async () => {
      expect(await data('/events')).toMatchObject([{ type: 'loot', value_gp: 1_500_001, npc_id: 415 }]);
      expect(await data('/leaderboards/loot')).toMatchObject({
        entries: [{ event: { value_gp: 1_500_001 } }],
      });
    });
  },
  'other-character-without-world': async ({ send, applied, shown, account }) => {
    for (const step of stepsOf('other-character-without-world')) {
      expect(await send(step)).toBe(200);
      // The hub compares the next report with the projected xp.
      await applied();
    }
    await shown(async () => {
      const entry = await account('X');
      expect(skillOf(entry, 'Attack')).toMatchObject({ xp: 13_034_431 });
      expect(skillOf(entry, 'Hitpoints')).toMatchObject({ xp: 14_000_000 });
      expect(entry.equipment.items).toMatchObject([{ id: 4_151 }]);
    });
  },
  'unnamed-shutdown': async ({ sendAll, shown, account, data }) => {
    await sendAll('unnamed-shutdown');
    await shown(async () => expect(await account('X')).toMatchObject({ online: true }));
    const { id: accountId } = await account('X');
    expect((await data(`/accounts/${accountId}/sessions`)).sessions).toMatchObject([{ ended_at: null }]);
  },
  'two-clocks-one-token': async ({ send, applied, shown, account }) => {
    for (let round = 0; round < 6; round += 1) {
      for (const step of stepsOf('two-clocks-one-token')) expect(await send(step)).toBe(200);
    }
    await applied();
    await shown(async () => {
      expect(await account('A')).toMatchObject({ online: true, location: { x: 3_200 } });
      expect(await account('B')).toMatchObject({ online: true, location: { x: 3_100 } });
    });
  },
  'group-shares-a-token': async ({ send, applied, shown, account }) => {
    const steps = stepsOf('group-shares-a-token');
    const statuses: number[] = [];
    for (let round = 0; round < 20; round += 1) {
      for (const step of steps) statuses.push(await send(step));
    }
    expect(new Set(statuses)).toEqual(new Set([200]));
    await applied();
    await shown(async () => {
      for (const name of ['Grp 0', 'Grp 1', 'Grp 2']) {
        expect(await account(name)).toMatchObject({ online: true });
      }
    });
  },
  'text-of-another-plugin': async ({ sendAll, shown, data }) => {
    await sendAll('text-of-another-plugin');
    await shown(async () => {
      expect(await data('/events')).toMatchObject([
        { title: 'Guild bingo', line: expect.stringContaining('X finished tile B3: Dragon warhammer') },
      ]);
    });
  },
  'message-without-time': async ({ send, shown, account, data }) => {
    const [first, second] = stepsOf('message-without-time') as [Step, Step];
    expect(await send(first)).toBe(200);
    expect(await send(second)).toBe(200);
    await shown(async () => {
      expect(await account('X')).toMatchObject({ online: true });
      expect(await data('/events')).toHaveLength(1);
    });
    await new Promise((resolve) => setTimeout(resolve, 5_500));
    expect(await send(second)).toBe(200);
    await shown(async () => expect(await data('/events')).toHaveLength(2));
  },
  'end-of-a-special-world': async ({ sendAll, shown, data }) => {
    await sendAll('end-of-a-special-world');
    await shown(async () => {
      expect(await data('/events')).toMatchObject([
        { type: 'LEAGUES_TASK', special_world: true },
        { type: 'loot', special_world: false },
      ]);
      expect(await data('/leaderboards/loot')).toMatchObject({
        entries: [{ event: { value_gp: 1_500_000 } }],
      });
    });
  },
  'negative-and-large-prices': async ({ sendAll, shown, account, data }) => {
    await sendAll('negative-and-large-prices');
    await shown(async () => {
      expect(await account('X')).toMatchObject({
        equipment: { items: [{ id: 4_151, quantity: 1 }] },
        inventory: { items: [{ id: 22_486, quantity: 1 }] },
      });
      const [{ data: sent }] = await data('/events');
      expect(sent.extra.items).toHaveLength(2);
    });
  },
  'slashes-of-an-address': async ({ sendAll }) => {
    await sendAll('slashes-of-an-address');
  },
  'name-moves-to-another-character': async ({ sendAll, shown, account }) => {
    await sendAll('name-moves-to-another-character');
    await shown(async () => {
      const main = await account('Grey Wader');
      expect(skillOf(main, 'Attack')).toMatchObject({ xp: 1_000_000 });
      expect(main).toMatchObject({ type: 0, location: { x: 3_100, y: 3_100 } });
      const other = await account('Teal Wader');
      expect(skillOf(other, 'Attack')).toMatchObject({ xp: 200 });
      expect(other).toMatchObject({ type: 1, location: { x: 2_500, y: 2_500 } });
    });
  },
  // The account without a hash stays.
  'rename-reported-first-without-hash': async ({ sendAll, shown, data }) => {
    await sendAll('rename-reported-first-without-hash');
    await shown(async () => {
      const named = (await data('/snapshot')).filter(({ name }: Entry) => name === 'Black Rail');
      expect(named.map(({ type }: Entry) => type).sort()).toEqual([0, null]);
    });
  },
  'skill-after-the-last-known': async ({ sendAll, shown, account }) => {
    await sendAll('skill-after-the-last-known');
    await shown(async () => {
      const entry = await account('Sora Crake');
      expect(skillOf(entry, 'Attack')).toMatchObject({ xp: 2_000 });
      expect(entry.skills.skills.filter(({ skill }: Entry) => skill !== 'Overall')).toHaveLength(24);
    });
  },
  'doubled-slash': async ({ sendAll, shown, account }) => {
    await sendAll('doubled-slash');
    await shown(async () => expect(await account('Slash Teal')).toMatchObject({ location: { x: 3_200 } }));
  },
};

test('every case has a stored expectation', () => {
  const cases = readdirSync(folder).map((file) => file.replace(/\.json$/, ''));
  expect(cases.toSorted()).toEqual(Object.keys(expectations).toSorted());
});

test.each(Object.entries(expectations))('requests of real plugins: %s', async (_, check) => {
  await check(await openHub());
});
