import { describe, expect, it } from 'vitest';
import { accountStateProjection } from '../../../projections/account-state/projection.ts';
import { equipmentHistoryProjection } from '../../../projections/equipment-history/projection.ts';
import { readEquipmentChanges } from '../../../projections/equipment-history/queries/read-changes.ts';
import { drain, liveGeneration } from '../../../shared/projection/testing/step-projector.ts';
import type { IngestDeps } from '../ingest-deps.ts';
import { type HaBody, haFixture } from '../plugins/ha-exporter/testing/ha-reports.ts';
import { reportFixture } from '../testing/first-report.ts';
import { openTestIngest } from '../testing/open-test-ingest.ts';

async function openBoth(deps: Partial<IngestDeps> = {}) {
  const ingest = await openTestIngest(deps);
  const memberId = await ingest.addMember('Quill');
  const [token, pasted] = [await ingest.pair(memberId), await ingest.pair(memberId)];
  const app = ingest.openIngest();
  /** Receives the reports of the second plugin. */
  const other = deps.isSoleProcess === false ? ingest.openIngest() : app;

  async function send(url: string, authorization: string, body: HaBody): Promise<void> {
    const payload = JSON.stringify(body);
    const answer = await other.inject({ method: 'POST', url, headers: { authorization }, payload });
    expect(answer.statusCode).toBe(200);
  }

  const ha = async (name = 'ha-snapshot', change: (body: HaBody) => void = () => {}) => {
    const body = { ...haFixture(name), timestamp: ingest.now };
    delete body.player.locationTrail;
    change(body);
    expect((await ingest.report(token, body, { app })).statusCode).toBe(200);
  };
  const connector = (kind: string, change: object = {}) => {
    const body = { ...JSON.parse(reportFixture(`rseye-${kind}-update`)), username: 'Quillon Fen', ...change };
    return send(`/api/rseye/${kind}_update/`, `Bearer: ${pasted}`, body);
  };
  const group = (change: object = {}) => {
    const body = { ...JSON.parse(reportFixture('gim-update-delta')), name: 'Quillon Fen', ...change };
    return send('/api/group/hub/update-group-member', pasted, body);
  };
  const dink = async (name: string, madeAt: number, change: (body: HaBody) => void = () => {}) => {
    const body = { ...JSON.parse(reportFixture(name)), playerName: 'Quillon Fen' };
    body.embeds = [{ timestamp: new Date(madeAt).toISOString() }];
    change(body);
    await send(`/api/dink/${pasted}`, '', body);
  };
  const presences = async () =>
    (await ingest.read('hub.activity')).filter(({ type }) => type === 'account-seen').map(({ data }) => data);
  return { ingest, ha, connector, group, dink, presences };
}

function loggedOut(at: number) {
  return (body: HaBody) =>
    Object.assign(body, {
      timestamp: at,
      state: 'LOGIN_SCREEN',
      events: [{ type: 'clientShutdown', data: 'Logout', timestamp: at }],
    });
}

describe('a plugin that never names its world', () => {
  it.each([
    ['of one process', {}],
    ['of two', { isSoleProcess: false }],
  ])('gets the world that another plugin names, after each change, in a hub %s', async (_, deps) => {
    const { ingest, ha: tell, connector } = await openBoth(deps);
    const state = await liveGeneration(ingest.database, accountStateProjection);
    const ha = async (name?: string) => {
      await tell(name);
      await drain(ingest.database, ingest.journal, state);
    };
    await ha();
    await connector('position');
    ingest.now += 60_000;
    await ha('ha-snapshot-seasonal');
    const own = (await ingest.read('hub.xp')).length;
    await connector('stat');
    const seen = async () => (await ingest.read('hub.activity')).at(-1)?.data;
    expect(await seen()).toMatchObject({ world: 577, special_world: true });
    expect((await ingest.read('hub.xp')).length).toBe(own);
    ingest.now += 60_000;
    await ha();
    await connector('stat');
    expect(await seen()).toMatchObject({ world: 486, special_world: false });
  });
});

describe('a player who logs out', () => {
  it('stays logged out when another plugin’s earlier message arrives over a slow line', async () => {
    const { ingest, ha, group, dink, presences } = await openBoth();
    await ha();
    ingest.now += 20_000;
    const drop = ingest.now;
    ingest.now += 2_000;
    await ha('ha-snapshot', loggedOut(ingest.now));
    ingest.now += 1_000;
    await group();
    ingest.now += 5_000;
    await dink('dink-loot-npc', drop);
    expect((await presences()).at(-1)).toMatchObject({ in_game: false });
    expect(await ingest.read('hub.feed')).toHaveLength(1);
    ingest.now += 30_000;
    await group();
    expect((await presences()).at(-1)).toMatchObject({ in_game: true });
  });

  it('is back as soon as the plugin that reported the logout reports a login', async () => {
    const { ingest, ha, presences } = await openBoth();
    await ha();
    ingest.now += 20_000;
    await ha('ha-snapshot', loggedOut(ingest.now));
    ingest.now += 2_000;
    await ha();
    expect((await presences()).at(-1)).toMatchObject({ in_game: true });
  });

  it('is logged out although an update of another plugin arrives before the message of the logout', async () => {
    const { ingest, ha, group, presences } = await openBoth();
    await ha();
    ingest.now += 20_000;
    const end = ingest.now;
    ingest.now += 1_000;
    await group();
    ingest.now += 2_000;
    await ha('ha-snapshot', loggedOut(end));
    expect((await presences()).at(-1)).toMatchObject({ in_game: false });
  });
});

describe('a player in a fight, whose plugins report several times a second', () => {
  it('has its presence appended only as often as the timeouts require', async () => {
    const { ingest, ha, group, presences } = await openBoth();
    for (let second = 0; second < 120; second += 1) {
      ingest.now += 500;
      await ha();
      ingest.now += 500;
      await group({ stats: [99 - (second % 9), 99, 70, 77, 9_000, 100, 486] });
    }
    // Each 15.5 s, a presence of HA Exporter and the next of Group Ironmen Tracker are appended.
    expect((await presences()).length).toBeLessThanOrEqual(2 * Math.ceil(120 / 15.5));
  });
});

describe('a plugin that sends without order', () => {
  it('opens no session with an update that arrives just after the logout', async () => {
    const { ingest, connector, presences } = await openBoth();
    await connector('position');
    ingest.now += 60_000;
    await connector('login', { state: 'LOGIN_SCREEN' });
    ingest.now += 20;
    await connector('position', { position: { x: 3_201, y: 3_201, plane: 0 } });
    expect((await presences()).at(-1)).toMatchObject({ in_game: false });
    const places = (await ingest.read('hub.state')).filter(({ type }) => type === 'location-reported');
    expect(places.at(-1)?.data).toMatchObject({ x: 3_201 });
  });

  it.each([
    ['says that the player is in the game', 'login', { state: 'LOGGED_IN' }, 20],
    ['comes two seconds after the logout', 'position', {}, 2_000],
  ])('opens a session with an update that %s', async (_, kind, change, afterMs) => {
    const { ingest, connector, presences } = await openBoth();
    await connector('position');
    ingest.now += 60_000;
    await connector('login', { state: 'LOGIN_SCREEN' });
    ingest.now += afterMs;
    await connector(kind, change);
    expect((await presences()).at(-1)).toMatchObject({ in_game: true });
  });
});

describe('a special world', () => {
  const message =
    (type: string, seasonalWorld: boolean, change: object = {}) =>
    (body: HaBody) =>
      Object.assign(body, { type, seasonalWorld, ...change });

  it('that Dink calls seasonal stops counting as special when Dink calls it not seasonal', async () => {
    const { ingest, dink } = await openBoth();
    await dink('dink-login', ingest.now, message('LOGIN', false));
    ingest.now += 60_000;
    await dink(
      'dink-quest',
      ingest.now,
      message('LEAGUES_TASK', true, { world: undefined, extra: { taskName: 'x' } }),
    );
    ingest.now += 60_000;
    await dink('dink-loot-npc', ingest.now, message('LOOT', false));
    const events = (await ingest.read('hub.feed')).map(({ data }) => (data as HaBody).special_world);
    expect(events).toEqual([true, false]);
  });

  it('that HA Exporter calls special stays special when Dink calls it not seasonal', async () => {
    const { ingest, ha, dink } = await openBoth();
    await ha('ha-snapshot-seasonal');
    ingest.now += 60_000;
    await dink('dink-loot-npc', ingest.now, message('LOOT', false, { world: 577 }));
    expect((await ingest.read('hub.feed')).at(-1)?.data).toMatchObject({ special_world: true });
  });
});

describe('a plugin that sends plain ids of worn and noted items', () => {
  const slots = ['HEAD', 'CAPE', 'AMULET', 'WEAPON', 'BODY', 'SHIELD', 'ARMS', 'LEGS', 'HAIR', 'GLOVES'];
  const pairsOf = (ids: Readonly<Record<number, readonly [number, number]>>, count: number) =>
    Array.from({ length: count }, (_, slot) => ids[slot] ?? [0, 0]).flat();
  const hood = { id: 11_851, name: 'Graceful hood', gePrice: 0, haPrice: 21, quantity: 1 };
  const logs = { id: 1_514, name: 'Magic logs', gePrice: 1_000, haPrice: 192, quantity: 500 };
  const isOfItems = ({ type }: { readonly type: string }) =>
    ['gear-reported', 'equipment-reported', 'inventory-reported'].includes(type);

  it('changes nothing while the items stay the same, and removes no names', async () => {
    const { ingest, ha, group } = await openBoth();
    const worn = (body: HaBody) => {
      body.player.equipment.items = [{ ...hood, equipmentSlot: 'HEAD' }];
      body.player.inventory.items = [{ ...logs, inventorySlot: 3 }];
    };
    const records = async () => [
      ...(await ingest.read('hub.gear')),
      ...(await ingest.read('hub.state')).filter(isOfItems),
    ];
    await ha('ha-snapshot', worn);
    const before = await records();
    ingest.now += 5_000;
    const same = {
      equipment: pairsOf({ [slots.indexOf('HEAD')]: [11_850, 1] }, 14),
      inventory: pairsOf({ 3: [1_513, 500] }, 28),
    };
    await group(same);
    expect(await records()).toEqual(before);
    ingest.now += 5_000;
    await group({ ...same, inventory: pairsOf({ 3: [1_513, 501] }, 28) });
    const gear = (await ingest.read('hub.gear')).at(-1)?.data;
    expect(gear).toMatchObject({ worn: null, carried: { value: 501_000 } });
    ingest.now += 5_000;
    await group({ ...same, equipment: pairsOf({}, 14) });
    expect((await ingest.read('hub.gear')).at(-1)?.data).toMatchObject({ worn: { items: [] } });
  });

  it.each([
    ['after', ['ha', 'group', 'ha', 'group'], {}],
    ['before', ['group', 'ha', 'group', 'ha'], {}],
    ['to another process than', ['ha', 'group', 'ha'], { isSoleProcess: false }],
  ])('adds no change when it reports %s a plugin with worn ids', async (_, order, deps) => {
    const { ingest, ha, group } = await openBoth(deps);
    const live = await liveGeneration(ingest.database, equipmentHistoryProjection);
    for (const step of order) {
      ingest.now += 60_000;
      if (step === 'ha')
        await ha('ha-snapshot', (body) => {
          body.player.equipment.items = [{ ...hood, equipmentSlot: 'HEAD' }];
        });
      if (step === 'group') await group({ equipment: pairsOf({ [slots.indexOf('HEAD')]: [11_850, 1] }, 14) });
      await drain(ingest.database, ingest.journal, live);
    }
    const { account_id: accountId } = await ingest.database.one<{ account_id: string }>({
      text: `select distinct account_id from ${live.schema}.change`,
    });
    const all = { from: 0, to: Number.MAX_SAFE_INTEGER, before: null, limit: 10 };
    const changes = await readEquipmentChanges(ingest.database, { schema: live.schema, accountId, ...all });
    expect(changes.map(({ items }) => items.map(({ id, name }) => [id, name]))).toEqual([
      [[11_851, 'Graceful hood']],
    ]);
  });
});
