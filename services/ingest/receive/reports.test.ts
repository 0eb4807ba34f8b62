import { describe, expect, it } from 'vitest';
import { appendAndWait, readCurrent } from '../../../projections/access/commands/append-and-wait.ts';
import { changeMember } from '../../../projections/access/commands/members/change-member.ts';
import { newEvent } from '../../../shared/events/event.ts';
import { accountDescribed } from '../../../shared/events/types/account-described.ts';
import { eventDataOf, type HaBody, haFixture } from '../plugins/ha-exporter/testing/ha-reports.ts';
import { countRecords, openTestIngest, type TestIngest } from '../testing/open-test-ingest.ts';

function sentNow(ingest: TestIngest, name: string, change: (body: HaBody) => void = () => {}): HaBody {
  const body = haFixture(name);
  const shift = ingest.now - body.timestamp;
  body.timestamp += shift;
  for (const timed of [...body.events, ...(body.player.locationTrail ?? [])]) timed.timestamp += shift;
  change(body);
  return body;
}

async function openPaired() {
  const ingest = await openTestIngest();
  const member = await ingest.addMember('Quill');
  return { ingest, member, token: await ingest.pair(member) };
}

async function accountsOf(ingest: TestIngest) {
  return [...(await readCurrent(ingest)).accounts.values()];
}

describe('a report', () => {
  it('is answered with success when its body, its state and its events are in the log', async () => {
    const { ingest, token } = await openPaired();
    const body = JSON.stringify(sentNow(ingest, 'ha-loot'));
    const answer = await ingest.report(token, body);
    expect([answer.statusCode, answer.json()]).toEqual([200, { ok: true }]);
    expect(await countRecords(ingest)).toMatchObject({
      'hub.raw': 1,
      'hub.state': 31,
      'hub.activity': 1,
      'hub.xp': 1,
      'hub.gear': 1,
      'hub.location': 1,
      'hub.feed': 1,
    });
    const [raw] = await ingest.read('hub.raw');
    expect(raw?.data).toMatchObject({ plugin: 'ha', plugin_version: '1.6.0', body });
  });

  it('that is sent again adds feed events with the same ids, and no state', async () => {
    const { ingest, token } = await openPaired();
    const body = JSON.stringify(sentNow(ingest, 'ha-level-up'));
    await ingest.report(token, body);
    const before = await countRecords(ingest);
    expect((await ingest.report(token, body)).statusCode).toBe(200);
    expect(await countRecords(ingest)).toEqual({ ...before, 'hub.raw': 2, 'hub.feed': 4 });
    const ids = eventDataOf((await ingest.read('hub.feed')) as never, 'game-event-recorded').map(
      (event) => event.event_id,
    );
    expect(new Set(ids).size).toBe(2);
  });

  it('has the same event ids when another device of the member sends it', async () => {
    const { ingest, member, token } = await openPaired();
    const second = await ingest.pair(member);
    await ingest.report(token, sentNow(ingest, 'ha-loot'));
    await ingest.report(second, sentNow(ingest, 'ha-loot'));
    const feed = (await ingest.read('hub.feed')).map(({ subject, data }) => [
      subject,
      (data as HaBody).event_id,
    ]);
    expect(feed).toHaveLength(2);
    expect(feed[0]).toEqual(feed[1]);
  });

  it('appends presences no more often when a client is paired twice and sends each message twice', async () => {
    const { ingest, member, token } = await openPaired();
    const second = await ingest.pair(member);
    for (let sent = 0; sent < 60; sent += 1) {
      await ingest.report(token, sentNow(ingest, 'ha-snapshot'));
      await ingest.report(second, sentNow(ingest, 'ha-snapshot'));
      ingest.now += 600;
    }
    const seen = (await ingest.read('hub.activity')).map(
      ({ data }) => (data as HaBody).at - ingest.now + 36_000,
    );
    expect(seen).toEqual([0, 15_600, 31_200]);
  });

  it('appends no equal fact 15 s later, appends presence and state again 21 s later, and xp and gear only when they change', async () => {
    const { ingest, token } = await openPaired();
    await ingest.report(token, sentNow(ingest, 'ha-snapshot'));
    const before = await countRecords(ingest);
    ingest.now += 15_000;
    await ingest.report(token, sentNow(ingest, 'ha-snapshot'));
    expect(await countRecords(ingest)).toEqual({ ...before, 'hub.raw': 2 });
    ingest.now += 6_000;
    await ingest.report(
      token,
      sentNow(ingest, 'ha-snapshot', (body) => {
        body.player.stats.skills.Magic.xp += 50;
      }),
    );
    expect(await countRecords(ingest)).toEqual({
      ...before,
      'hub.raw': 3,
      'hub.activity': 2,
      'hub.state': 62,
      'hub.xp': 2,
    });
    expect((await ingest.read('hub.xp')).at(-1)?.data).toMatchObject({
      skills: { Magic: 16_204_821 },
      complete: false,
    });
  });

  it('that waited in a queue for minutes adds its events and no state', async () => {
    const { ingest, token } = await openPaired();
    const queued = sentNow(ingest, 'ha-loot');
    await ingest.report(token, sentNow(ingest, 'ha-snapshot'));
    const before = await countRecords(ingest);
    ingest.now += 300_000;
    await ingest.report(token, queued);
    expect(await countRecords(ingest)).toEqual({ ...before, 'hub.raw': 2, 'hub.feed': 1 });
    expect((await ingest.read('hub.feed'))[0]?.data).toMatchObject({ occurred_at: ingest.now - 300_600 });
  });

  it('is late after the clock of the PC was set back, until the third late report without events', async () => {
    const { ingest, token } = await openPaired();
    const behind = (body: HaBody) => {
      body.timestamp -= 120_000;
    };
    const states: number[] = [];
    const send = async (name: string, change?: (body: HaBody) => void) => {
      await ingest.report(token, sentNow(ingest, name, change));
      states.push((await ingest.read('hub.state')).length);
      ingest.now += 60_000;
    };
    await send('ha-snapshot');
    await send('ha-snapshot', behind);
    await send('ha-loot', behind);
    await send('ha-snapshot', behind);
    await send('ha-snapshot', behind);
    expect(states).toEqual([31, 31, 31, 31, 62]);
    expect((await ingest.read('hub.state')).at(-1)?.data).toMatchObject({ at: ingest.now - 60_000 });
  });

  it('without name, hash and events is ignored, and not stored', async () => {
    const { ingest, token } = await openPaired();
    const before = await countRecords(ingest);
    const answer = await ingest.report(token, {
      player: { health: { current: 1, max: 2 } },
      events: [],
      timestamp: 1,
    });
    expect(answer.statusCode).toBe(200);
    expect(await countRecords(ingest)).toEqual(before);
  });
});

describe('a shutdown without name and hash', () => {
  it.each(['Logout', 'Shutdown', 'Disabled'])(
    'ends no session, because the client never had a player: %s',
    async (data) => {
      const { ingest, token } = await openPaired();
      await ingest.report(token, sentNow(ingest, 'ha-snapshot'));
      const before = await countRecords(ingest);
      ingest.now += 5_000;
      const answer = await ingest.report(token, {
        events: [{ type: 'clientShutdown', data }],
        state: 'LOGIN_SCREEN',
        timestamp: ingest.now,
      });
      expect(answer.statusCode).toBe(200);
      expect(await countRecords(ingest)).toEqual({ ...before, 'hub.raw': (before['hub.raw'] ?? 0) + 1 });
    },
  );
});

describe('two PCs with one token', () => {
  const other = { name: 'Bram Oak', accountHash: 'ab'.repeat(28) };

  it('each have their own clock', async () => {
    const { ingest, token } = await openPaired();
    for (let second = 0; second < 6; second += 1) {
      ingest.now += 1_000;
      const ahead = sentNow(ingest, 'ha-snapshot');
      await ingest.report(token, { ...ahead, timestamp: ingest.now + 600_000 });
      const right = sentNow(ingest, 'ha-snapshot');
      await ingest.report(token, { ...right, player: { ...right.player, ...other } });
    }
    const seen = await ingest.read('hub.state');
    const accounts = new Set(seen.map(({ subject }) => subject));
    expect(accounts.size).toBe(2);
    const presences = seen.filter(({ type }) => type === 'presence-reported');
    expect(new Set(presences.map(({ subject }) => subject))).toEqual(accounts);
  });
});

describe('an account', () => {
  it('with a no-break space in its stored name shows a plain space, and nothing counts as changed', async () => {
    const { ingest, token } = await openPaired();
    await ingest.report(token, sentNow(ingest, 'ha-snapshot'));
    const [account] = await accountsOf(ingest);
    const id = account?.id as string;
    const stored = newEvent(
      accountDescribed,
      { subject: id, source: 'ha' },
      { account_id: id, name: 'Quillon\u00a0Fen', type: null },
    );
    const { directory } = await appendAndWait(ingest, [stored]);
    expect(directory.accounts.get(id)?.name).toBe('Quillon Fen');
    const before = (await ingest.read('hub.membership')).length;
    const other = ingest.openIngest();
    const body = sentNow(ingest, 'ha-snapshot', ({ player }) => {
      player.name = 'Quillon\u00a0Fen';
    });
    expect((await ingest.report(token, body, { app: other })).statusCode).toBe(200);
    const more = (await ingest.read('hub.membership')).slice(before);
    expect(more.filter(({ type }) => type === 'account-described')).toEqual([]);
  });

  it('is created once, also when many first reports come at once', async () => {
    const { ingest, token } = await openPaired();
    const other = ingest.openIngest();
    const bodies = ['ha-loot', 'ha-death', 'ha-snapshot', 'ha-level-up'].map((name) => sentNow(ingest, name));
    const answers = await Promise.all(
      bodies.flatMap((body) => [ingest.report(token, body), ingest.report(token, body, { app: other })]),
    );
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(8).fill(200));
    expect(await accountsOf(ingest)).toHaveLength(1);
    const seen = (await ingest.read('hub.membership')).filter(({ type }) => type === 'identity-seen');
    expect(seen.length).toBeLessThanOrEqual(2);
    const [device] = ingest.directory.currentOrStale().devicesByTokenHash.values();
    for (const { data } of seen) expect(data).toHaveProperty('actor', `device:${device?.id}`);
    expect(new Set((await ingest.read('hub.feed')).map(({ subject }) => subject)).size).toBe(1);
  });

  it('has the name and type of its reports, appended once, but not from a special world', async () => {
    const { ingest, token } = await openPaired();
    await ingest.report(token, sentNow(ingest, 'ha-snapshot-seasonal'));
    expect(await accountsOf(ingest)).toMatchObject([{ name: null, type: null }]);
    for (let sent = 0; sent < 3; sent += 1) await ingest.report(token, sentNow(ingest, 'ha-snapshot'));
    const described = (await ingest.read('hub.membership')).filter(
      ({ type }) => type === 'account-described',
    );
    expect(described.map(({ data }) => data)).toMatchObject([{ name: 'Quillon Fen', type: 1 }]);
  });

  it('has its second reporter as a contributor', async () => {
    const { ingest, member, token } = await openPaired();
    const friend = await ingest.addMember('Bram');
    const friendToken = await ingest.pair(friend);
    await ingest.report(token, sentNow(ingest, 'ha-snapshot'));
    await ingest.report(friendToken, sentNow(ingest, 'ha-snapshot'));
    expect(await accountsOf(ingest)).toMatchObject([{ ownerId: member, contributorIds: [friend] }]);
  });

  it('that is known only by its name is another account for each member who reports the name', async () => {
    const { ingest, token } = await openPaired();
    const friendToken = await ingest.pair(await ingest.addMember('Bram'));
    const nameless = (body: HaBody) => {
      delete body.player.accountHash;
    };
    await ingest.report(token, sentNow(ingest, 'ha-snapshot', nameless));
    await ingest.report(friendToken, sentNow(ingest, 'ha-snapshot', nameless));
    expect(await accountsOf(ingest)).toHaveLength(2);
    await ingest.report(
      token,
      sentNow(ingest, 'ha-snapshot', (body) => {
        nameless(body);
        body.player.name = 'quillon_FEN';
      }),
    );
    expect(await accountsOf(ingest)).toHaveLength(2);
  });

  it('starts with the default sharing of the hub', async () => {
    const ingest = await openTestIngest({ defaultSharing: { inventory: 'private' } });
    const token = await ingest.pair(await ingest.addMember('Quill'));
    await ingest.report(token, sentNow(ingest, 'ha-snapshot'));
    const [account] = await accountsOf(ingest);
    expect([account?.sharing.inventory.audience, account?.sharing.stats.audience]).toEqual([
      'private',
      'guild',
    ]);
  });
});

describe('an account of a member who chose a default sharing', () => {
  it('starts with that default, and not with the default of the hub', async () => {
    const ingest = await openTestIngest({ defaultSharing: { inventory: 'private' } });
    const memberId = await ingest.addMember('Quill');
    const token = await ingest.pair(memberId);
    const chosen = { defaultSharing: { stats: 'private' }, actor: `member:${memberId}` } as const;
    await ingest.runCommand((known) => changeMember(known, { memberId, ...chosen }));
    await ingest.report(token, sentNow(ingest, 'ha-snapshot'));
    const [account] = await accountsOf(ingest);
    const { inventory, stats } = account?.sharing ?? {};
    expect([inventory?.audience, stats?.audience]).toEqual(['guild', 'private']);
  });
});

describe('a device', () => {
  it('is seen at most once an hour', async () => {
    const { ingest, token } = await openPaired();
    const seen = async () =>
      (await ingest.read('hub.membership')).filter(({ type }) => type === 'device-seen').length;
    await ingest.report(token, sentNow(ingest, 'ha-snapshot'));
    ingest.now += 3_500_000;
    await ingest.report(token, sentNow(ingest, 'ha-snapshot'));
    expect(await seen()).toBe(1);
    ingest.now += 200_000;
    await ingest.report(token, sentNow(ingest, 'ha-snapshot'));
    expect(await seen()).toBe(2);
  });

  it('that sends too fast is limited, but its events are accepted', async () => {
    const { ingest, token } = await openPaired();
    const quick = sentNow(ingest, 'ha-snapshot-first-tick');
    const statuses: number[] = [];
    for (let sent = 0; sent < 62; sent += 1) statuses.push((await ingest.report(token, quick)).statusCode);
    expect(statuses).toEqual([...Array(60).fill(200), 429, 429]);
    const slowed = await ingest.report(token, quick);
    expect(slowed.headers['retry-after']).toBe('1');
    expect((await ingest.report(token, sentNow(ingest, 'ha-loot'))).statusCode).toBe(200);
    ingest.now += 1_000;
    const later: number[] = [];
    for (let sent = 0; sent < 6; sent += 1) later.push((await ingest.report(token, quick)).statusCode);
    expect(later).toEqual([200, 200, 200, 200, 200, 429]);
  });
});
