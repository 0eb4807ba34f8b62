import { expect, it } from 'vitest';
import { accountStateProjection } from '../../../projections/account-state/projection.ts';
import { prepareGenerations } from '../../../shared/projection/generations/generations.ts';
import { drain, liveGeneration } from '../../../shared/projection/testing/step-projector.ts';
import { type Body, fixture } from '../plugins/ha-exporter/testing/translated.ts';
import { type IngestRoom, openIngestRoom } from '../testing/ingest-room.ts';

async function openSeasonal() {
  const room = await openIngestRoom();
  const token = await room.pair(await room.addMember('Quill'));
  await room.report(token, sentNow(room, 'ha-snapshot-seasonal'));
  return { room, token };
}

/** A fixture as it is sent now. */
function sentNow(room: IngestRoom, name: string, player: object = {}): Body {
  const body = fixture(name);
  return { ...body, timestamp: room.now, player: { ...body.player, ...player } };
}

/** A report of a plugin that was told not to send the world. */
function withoutWorld(room: IngestRoom, name = 'ha-snapshot'): Body {
  return sentNow(room, name, { world: undefined, worldTypes: undefined, locationTrail: undefined });
}

/** How many records of the character's own the log holds, and the world of its newest presence. */
async function seenOf(room: IngestRoom) {
  const state = await room.read('hub.state');
  const gear = await room.read('hub.gear');
  const presences = state.filter(({ type }) => type === 'presence-reported');
  const { world, special_world }: Body = presences.at(-1)?.data ?? {};
  return { own: state.length - presences.length + gear.length, world, special_world };
}

it('without a world is of the special world before, until a report names another', async () => {
  const { room, token } = await openSeasonal();
  for (const _ of [1, 2]) {
    room.now += 60_000;
    expect((await room.report(token, withoutWorld(room, 'ha-loot'))).statusCode).toBe(200);
    expect(await seenOf(room)).toEqual({ own: 0, world: 577, special_world: true });
  }
  expect((await room.read('hub.feed')).at(-1)?.data).toMatchObject({ special_world: true });
  room.now += 60_000;
  await room.report(token, sentNow(room, 'ha-snapshot'));
  const back = await seenOf(room);
  expect(back).toMatchObject({ world: 486, special_world: false });
  expect(back.own).toBeGreaterThan(20);
  room.now += 60_000;
  await room.report(token, withoutWorld(room));
  expect(await seenOf(room)).toMatchObject({ world: 486, special_world: false });
  expect((await room.read('hub.location')).at(-1)?.data).toMatchObject({ points: [{ world: 486 }] });
});

it.each([
  [
    'a shutdown',
    async (room: IngestRoom, token: string) => {
      const end = { type: 'clientShutdown', data: 'Shutdown' };
      await room.report(token, { ...withoutWorld(room), events: [end] });
    },
  ],
  [
    'a shutdown that names nobody',
    async (room: IngestRoom, token: string) => {
      const end = { type: 'clientShutdown', data: 'Shutdown' };
      await room.report(token, { events: [end], state: 'LOGGED_IN', timestamp: room.now });
    },
  ],
  [
    'a logout',
    async (room: IngestRoom, token: string) => {
      const { player } = withoutWorld(room);
      await room.report(token, {
        player: { ...player, equipment: undefined },
        state: 'LOGIN_SCREEN',
        timestamp: room.now,
      });
    },
  ],
  [
    'the time-out',
    async (room: IngestRoom) => {
      room.now += 300_000;
    },
  ],
])('without a world is no longer special after %s', async (_end, endSession) => {
  const { room, token } = await openSeasonal();
  room.now += 10_000;
  await endSession(room, token);
  expect((await seenOf(room)).own).toBe(0);
  room.now += 10_000;
  await room.report(token, withoutWorld(room));
  const seen = await seenOf(room);
  expect(seen).toMatchObject({ world: 577, special_world: false });
  expect(seen.own).toBeGreaterThan(20);
});

it('without a world is of the one that is stored, to a process that has just started', async () => {
  const { room, token } = await openSeasonal();
  await prepareGenerations(room.database, [accountStateProjection]);
  await drain(room.database, room.journal, await liveGeneration(room.database, accountStateProjection));
  room.now += 60_000;
  const started = room.openIngest();
  await room.report(token, withoutWorld(room), { app: started });
  expect(await seenOf(room)).toEqual({ own: 0, world: 577, special_world: true });
});
