import { describe, expect, it } from 'vitest';
import { appendAndWait, readCurrent } from '../../../projections/access/commands/append-and-wait.ts';
import { accountDescribed } from '../../../shared/events/account-described.ts';
import { newEvent } from '../../../shared/events/event.ts';
import { type Body, dataOf, fixture } from '../plugins/ha-exporter/testing/translated.ts';
import { countRecords, type IngestRoom, openIngestRoom } from '../testing/ingest-room.ts';

/** A fixture as a PC with a right clock sends it now. */
function sentNow(room: IngestRoom, name: string, change: (body: Body) => void = () => {}): Body {
  const body = fixture(name);
  const shift = room.now - body.timestamp;
  body.timestamp += shift;
  for (const timed of [...body.events, ...(body.player.locationTrail ?? [])]) timed.timestamp += shift;
  change(body);
  return body;
}

async function openPaired() {
  const room = await openIngestRoom();
  const member = await room.addMember('Quill');
  return { room, member, token: await room.pair(member) };
}

async function accountsOf(room: IngestRoom) {
  return [...(await readCurrent(room)).accounts.values()];
}

describe('a report', () => {
  it('is answered with success once all of it is in the log, its body as received too', async () => {
    const { room, token } = await openPaired();
    const body = JSON.stringify(sentNow(room, 'ha-loot'));
    const answer = await room.report(token, body);
    expect([answer.statusCode, answer.json()]).toEqual([200, { ok: true }]);
    expect(await countRecords(room)).toMatchObject({
      'hub.raw': 1,
      'hub.state': 31,
      'hub.activity': 1,
      'hub.xp': 1,
      'hub.gear': 1,
      'hub.location': 1,
      'hub.feed': 1,
    });
    const [raw] = await room.read('hub.raw');
    expect(raw?.data).toMatchObject({ plugin: 'ha', plugin_version: '1.6.0', body });
  });

  it('that is resent adds the same feed events, by id, and no state', async () => {
    const { room, token } = await openPaired();
    const body = JSON.stringify(sentNow(room, 'ha-level-up'));
    await room.report(token, body);
    const before = await countRecords(room);
    expect((await room.report(token, body)).statusCode).toBe(200);
    expect(await countRecords(room)).toEqual({ ...before, 'hub.raw': 2, 'hub.feed': 4 });
    const ids = dataOf((await room.read('hub.feed')) as never, 'game-event-recorded').map(
      (event) => event.event_id,
    );
    expect(new Set(ids).size).toBe(2);
  });

  it('has the same event ids through another device of the member', async () => {
    const { room, member, token } = await openPaired();
    const second = await room.pair(member);
    await room.report(token, sentNow(room, 'ha-loot'));
    await room.report(second, sentNow(room, 'ha-loot'));
    const feed = (await room.read('hub.feed')).map(({ subject, data }) => [subject, (data as Body).event_id]);
    expect(feed).toHaveLength(2);
    expect(feed[0]).toEqual(feed[1]);
  });

  it('states a part again after 20 s, xp and gear only when they change', async () => {
    const { room, token } = await openPaired();
    await room.report(token, sentNow(room, 'ha-snapshot'));
    const before = await countRecords(room);
    room.now += 19_000;
    await room.report(token, sentNow(room, 'ha-snapshot'));
    expect(await countRecords(room)).toEqual({ ...before, 'hub.raw': 2 });
    room.now += 2_000;
    await room.report(
      token,
      sentNow(room, 'ha-snapshot', (body) => {
        body.player.stats.skills.Magic.xp += 50;
      }),
    );
    expect(await countRecords(room)).toEqual({
      ...before,
      'hub.raw': 3,
      'hub.state': 61,
      'hub.xp': 2,
    });
    expect((await room.read('hub.xp')).at(-1)?.data).toMatchObject({
      skills: { Magic: 16_204_821 },
      complete: false,
    });
  });

  it('of a queue, sent minutes ago, gives its events and no state', async () => {
    const { room, token } = await openPaired();
    const queued = sentNow(room, 'ha-loot');
    await room.report(token, sentNow(room, 'ha-snapshot'));
    const before = await countRecords(room);
    room.now += 300_000;
    await room.report(token, queued);
    expect(await countRecords(room)).toEqual({ ...before, 'hub.raw': 2, 'hub.feed': 1 });
    expect((await room.read('hub.feed'))[0]?.data).toMatchObject({ occurred_at: room.now - 300_600 });
  });

  it('with neither name nor hash nor events is ignored, and not kept', async () => {
    const { room, token } = await openPaired();
    const before = await countRecords(room);
    const answer = await room.report(token, {
      player: { health: { current: 1, max: 2 } },
      events: [],
      timestamp: 1,
    });
    expect(answer.statusCode).toBe(200);
    expect(await countRecords(room)).toEqual(before);
  });
});

describe('a shutdown with neither name nor hash', () => {
  const shutdown = { type: 'clientShutdown', data: 'Shutdown' };

  it('ends the sessions of the accounts that the device reported', async () => {
    const { room, token } = await openPaired();
    await room.report(token, sentNow(room, 'ha-snapshot'));
    room.now += 5_000;
    const answer = await room.report(token, { events: [shutdown], state: 'LOGGED_IN', timestamp: room.now });
    expect(answer.statusCode).toBe(200);
    const activity = await room.read('hub.activity');
    expect(activity.map(({ type, data }) => [type, (data as Body).at, (data as Body).in_game])).toEqual([
      ['account-seen', room.now - 5_000, true],
      ['session-ended', room.now, undefined],
      ['account-seen', room.now, false],
    ]);
    expect((await room.read('hub.state')).at(-1)?.data).toMatchObject({ world: 486, in_game: false });
  });

  it('ends nothing twice, and nothing when the device reported nobody', async () => {
    const { room, token } = await openPaired();
    await room.report(token, { events: [shutdown], timestamp: room.now });
    expect(await room.read('hub.activity')).toEqual([]);
    await room.report(token, sentNow(room, 'ha-client-shutdown'));
    const before = await countRecords(room);
    await room.report(token, { events: [shutdown], timestamp: room.now });
    expect(await countRecords(room)).toEqual({ ...before, 'hub.raw': (before['hub.raw'] as number) + 1 });
  });
});

describe('an account', () => {
  it('whose name was stored with a no-break space shows a plain one, which is no change', async () => {
    const { room, token } = await openPaired();
    await room.report(token, sentNow(room, 'ha-snapshot'));
    const [account] = await accountsOf(room);
    const id = account?.id as string;
    const stored = newEvent(
      accountDescribed,
      { subject: id, source: 'ha' },
      { account_id: id, name: 'Quillon\u00a0Fen', type: null },
    );
    const { directory } = await appendAndWait(room, [stored]);
    expect(directory.accounts.get(id)?.name).toBe('Quillon Fen');
    const before = (await room.read('hub.membership')).length;
    const other = room.openIngest();
    const body = sentNow(room, 'ha-snapshot', ({ player }) => {
      player.name = 'Quillon\u00a0Fen';
    });
    expect((await room.report(token, body, { app: other })).statusCode).toBe(200);
    const more = (await room.read('hub.membership')).slice(before);
    expect(more.filter(({ type }) => type === 'account-described')).toEqual([]);
  });

  it('is one, however many first reports of it come at once', async () => {
    const { room, token } = await openPaired();
    const other = room.openIngest();
    const bodies = ['ha-loot', 'ha-death', 'ha-snapshot', 'ha-level-up'].map((name) => sentNow(room, name));
    const answers = await Promise.all(
      bodies.flatMap((body) => [room.report(token, body), room.report(token, body, { app: other })]),
    );
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(8).fill(200));
    expect(await accountsOf(room)).toHaveLength(1);
    const seen = (await room.read('hub.membership')).filter(({ type }) => type === 'identity-seen');
    expect(seen.length).toBeLessThanOrEqual(2);
    const [device] = room.directory.currentOrStale().devicesByTokenHash.values();
    for (const { data } of seen) expect(data).toHaveProperty('actor', `device:${device?.id}`);
    expect(new Set((await room.read('hub.feed')).map(({ subject }) => subject)).size).toBe(1);
  });

  it('has the name and type of its reports, stated once, but not those of a special world', async () => {
    const { room, token } = await openPaired();
    await room.report(token, sentNow(room, 'ha-snapshot-seasonal'));
    expect(await accountsOf(room)).toMatchObject([{ name: null, type: null }]);
    for (let sent = 0; sent < 3; sent += 1) await room.report(token, sentNow(room, 'ha-snapshot'));
    const described = (await room.read('hub.membership')).filter(({ type }) => type === 'account-described');
    expect(described.map(({ data }) => data)).toMatchObject([{ name: 'Quillon Fen', type: 1 }]);
  });

  it('has whoever reports it second as a contributor', async () => {
    const { room, member, token } = await openPaired();
    const friend = await room.addMember('Bram');
    const friendToken = await room.pair(friend);
    await room.report(token, sentNow(room, 'ha-snapshot'));
    await room.report(friendToken, sentNow(room, 'ha-snapshot'));
    expect(await accountsOf(room)).toMatchObject([{ ownerId: member, contributorIds: [friend] }]);
  });

  it('that is known by name only belongs to the member who named it', async () => {
    const { room, token } = await openPaired();
    const friendToken = await room.pair(await room.addMember('Bram'));
    const nameless = (body: Body) => {
      delete body.player.accountHash;
    };
    await room.report(token, sentNow(room, 'ha-snapshot', nameless));
    await room.report(friendToken, sentNow(room, 'ha-snapshot', nameless));
    expect(await accountsOf(room)).toHaveLength(2);
    await room.report(
      token,
      sentNow(room, 'ha-snapshot', (body) => {
        nameless(body);
        body.player.name = 'quillon_FEN';
      }),
    );
    expect(await accountsOf(room)).toHaveLength(2);
  });

  it('starts with the sharing that the hub was set up with', async () => {
    const room = await openIngestRoom({ defaultSharing: { inventory: 'private' } });
    const token = await room.pair(await room.addMember('Quill'));
    await room.report(token, sentNow(room, 'ha-snapshot'));
    const [account] = await accountsOf(room);
    expect([account?.sharing.inventory.audience, account?.sharing.stats.audience]).toEqual([
      'private',
      'guild',
    ]);
  });
});

describe('a device', () => {
  it('is seen at most once an hour', async () => {
    const { room, token } = await openPaired();
    const seen = async () =>
      (await room.read('hub.membership')).filter(({ type }) => type === 'device-seen').length;
    await room.report(token, sentNow(room, 'ha-snapshot'));
    room.now += 3_500_000;
    await room.report(token, sentNow(room, 'ha-snapshot'));
    expect(await seen()).toBe(1);
    room.now += 200_000;
    await room.report(token, sentNow(room, 'ha-snapshot'));
    expect(await seen()).toBe(2);
  });

  it('that sends too fast is slowed down, but its events pass', async () => {
    const { room, token } = await openPaired();
    const quick = sentNow(room, 'ha-snapshot-first-tick');
    const statuses: number[] = [];
    for (let sent = 0; sent < 62; sent += 1) statuses.push((await room.report(token, quick)).statusCode);
    expect(statuses).toEqual([...Array(60).fill(200), 429, 429]);
    const slowed = await room.report(token, quick);
    expect(slowed.headers['retry-after']).toBe('1');
    expect((await room.report(token, sentNow(room, 'ha-loot'))).statusCode).toBe(200);
    room.now += 1_000;
    const later: number[] = [];
    for (let sent = 0; sent < 6; sent += 1) later.push((await room.report(token, quick)).statusCode);
    expect(later).toEqual([200, 200, 200, 200, 200, 429]);
  });
});
