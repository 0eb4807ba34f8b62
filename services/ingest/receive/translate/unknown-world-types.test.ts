import { Registry } from 'prom-client';
import { describe, expect, it } from 'vitest';
import { detailsOf } from '../../../../shared/events/types/game-event-recorded.ts';
import { eventIdOf } from '../../facts/event-id.ts';
import { emptyFacts } from '../../facts/facts.ts';
import { readJsonBody } from '../../http/json-body.ts';
import type { Plugin, PluginReport } from '../../plugin-adapter.ts';
import { type HaBody, haFixture } from '../../plugins/ha-exporter/testing/ha-reports.ts';
import { registeredPlugins } from '../../plugins/registered.ts';
import { openTestIngest, type TestIngest } from '../../testing/open-test-ingest.ts';

interface UntypedReport extends PluginReport {
  readonly xp: number;
}

const untyped: Plugin<UntypedReport> = {
  source: 'untyped',
  title: 'Untyped',
  paths: [{ name: 'untyped', url: '/untyped/:token', kind: 'report' }],
  hasUnknownWorldTypes: true,
  tokenOf: ({ params }) => params.token ?? null,
  read: async ({ head, body }) => {
    const read = await readJsonBody(body, head);
    if ('status' in read) return read;
    const { name, world, xp, type, special } = read.json as HaBody;
    return {
      raw: read.text,
      pluginVersion: null,
      sentAt: null,
      player: {
        identity: null,
        name,
        nameCertainty: 'sure',
        accountType: type ?? null,
        world,
        specialWorld: special ?? null,
      },
      gameEventCount: 1,
      hasSessionEnd: false,
      skipped: new Map(),
      xp,
    };
  },
  translate: ({ xp, player }, accountId, { at }) => ({
    ...emptyFacts(at),
    presence: {
      ...{ at, game_state: 'LOGGED_IN', world: player.world, special_world: false },
      ...{ in_game: true, timeout_ms: 300_000 },
    },
    parts: { location: { x: 3_200, y: 3_200, plane: 0, is_on_boat: null } },
    skills: [{ skill: 'Attack', level: 50, xp }],
    trail: [{ at, x: 3_200, y: 3_200, plane: 0, world: player.world, is_on_boat: null }],
    gameEvents: [
      {
        ...detailsOf({ skill: 'Attack', level: 50 }),
        ...{ event_id: eventIdOf([accountId, xp]), type: 'level_up', occurred_at: at },
        ...{ special_world: false, data: '{}' },
      },
    ],
  }),
};

async function openUntyped() {
  const ingest = await openTestIngest();
  const metrics = new Registry();
  const app = ingest.openIngest({ metrics }, [...registeredPlugins, untyped]);
  const token = await ingest.pair(await ingest.addMember('Quill'));
  const other = await ingest.pair(await ingest.addMember('Bram'));
  return {
    ingest,
    post: async (body: object) => {
      ingest.now += 60_000;
      const payload = JSON.stringify({ name: 'Quillon Fen', ...body });
      const { statusCode } = await app.inject({ method: 'POST', url: `/untyped/${token}`, payload });
      expect(statusCode).toBe(200);
    },
    teach: async (world: number, worldTypes: readonly string[]) => {
      const body = haFixture('ha-snapshot');
      Object.assign(body, { timestamp: ingest.now });
      Object.assign(body.player, {
        name: 'Bram Oak',
        accountHash: 'ab'.repeat(28),
        world: `${world}`,
        worldTypes,
      });
      expect((await ingest.report(other, body, { app })).statusCode).toBe(200);
    },
    skipped: async () => {
      const { values } = (await metrics.getSingleMetric('hub_ingest_skipped_total')?.get()) ?? { values: [] };
      return Object.fromEntries(values.map(({ labels, value }) => [labels.kind, value]));
    },
  };
}

async function eventsInLog(ingest: TestIngest) {
  const of = async (stream: Parameters<TestIngest['read']>[0]) =>
    (await ingest.read(stream)).filter(({ source }) => source === untyped.source);
  const state = await of('hub.state');
  return {
    xp: (await of('hub.xp')).map(({ data }) => (data as HaBody).skills.Attack),
    trail: (await of('hub.location')).length,
    state: [...new Set(state.map(({ type }) => type))].toSorted(),
    feed: (await of('hub.feed')).map(({ data }) => (data as HaBody).special_world),
    presences: (await of('hub.activity')).map(({ data }) => (data as HaBody).special_world),
    described: (await of('hub.membership'))
      .filter(({ type }) => type === 'account-described')
      .map(({ data }) => (data as HaBody).type),
  };
}

const nothingOwn = { xp: [], trail: 0, state: ['presence-reported'] };

describe('a report without the types of its world', () => {
  it('changes no fact of the character on an unknown world, and is counted', async () => {
    const { ingest, post, skipped } = await openUntyped();
    await post({ world: 302, xp: 101_333, type: 1 });
    expect(await eventsInLog(ingest)).toEqual({
      ...nothingOwn,
      feed: [false],
      presences: [false],
      // A hub that knows no world would never learn name and type otherwise.
      described: [1],
    });
    expect(await skipped()).toEqual({ unknown_world: 3 });
  });

  it('counts on a world that is known to be normal', async () => {
    const { ingest, post, teach, skipped } = await openUntyped();
    await teach(302, ['MEMBERS']);
    await post({ world: 302, xp: 101_333 });
    const all = await eventsInLog(ingest);
    expect(all).toMatchObject({ xp: [101_333], trail: 1, feed: [false] });
    expect(all.state).toEqual(['location-reported', 'presence-reported', 'skill-reported']);
    expect(await skipped()).toEqual({});
  });

  it('is about the other character on a world that is known to be special', async () => {
    const { ingest, post, teach, skipped } = await openUntyped();
    await teach(401, ['MEMBERS', 'BETA_WORLD']);
    await post({ world: 401, xp: 200_000_000, type: 1 });
    expect(await eventsInLog(ingest)).toEqual({
      ...nothingOwn,
      feed: [true],
      presences: [true],
      described: [],
    });
    expect(await skipped()).toEqual({});
  });

  it('is about the other character when the plugin itself says so', async () => {
    const { ingest, post } = await openUntyped();
    await post({ world: 302, xp: 200_000_000, type: 1, special: true });
    expect(await eventsInLog(ingest)).toEqual({
      ...nothingOwn,
      feed: [true],
      presences: [true],
      described: [],
    });
  });

  it('counts as on an unknown world a week after the last report of the world', async () => {
    const { ingest, post, teach } = await openUntyped();
    await teach(302, []);
    ingest.now += 8 * 86_400_000;
    await post({ world: 302, xp: 101_333 });
    expect((await eventsInLog(ingest)).xp).toEqual([]);
  });

  it('without a world belongs to the last world of the account', async () => {
    const { ingest, post, teach } = await openUntyped();
    await teach(302, []);
    await post({ world: 302, xp: 101_333 });
    await post({ world: null, xp: 101_334 });
    expect((await eventsInLog(ingest)).xp).toEqual([101_333, 101_334]);
  });
});
