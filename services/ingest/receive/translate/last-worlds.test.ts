import { expect, it } from 'vitest';
import { accountStateProjection } from '../../../../projections/account-state/projection.ts';
import { drain, liveGeneration } from '../../../../shared/projection/testing/step-projector.ts';
import { type HaBody, haFixture } from '../../plugins/ha-exporter/testing/ha-reports.ts';
import { openTestIngest, type TestIngest } from '../../testing/open-test-ingest.ts';

async function openSeasonal() {
  const ingest = await openTestIngest();
  const token = await ingest.pair(await ingest.addMember('Quill'));
  await ingest.report(token, sentNow(ingest, 'ha-snapshot-seasonal'));
  return { ingest, token };
}

function sentNow(ingest: TestIngest, name: string, player: object = {}): HaBody {
  const body = haFixture(name);
  return { ...body, timestamp: ingest.now, player: { ...body.player, ...player } };
}

function withoutWorld(ingest: TestIngest, name = 'ha-snapshot'): HaBody {
  return sentNow(ingest, name, { world: undefined, worldTypes: undefined, locationTrail: undefined });
}

/** `own` counts the records about the character apart from presences. */
async function seenOf(ingest: TestIngest) {
  const state = await ingest.read('hub.state');
  const gear = await ingest.read('hub.gear');
  const presences = state.filter(({ type }) => type === 'presence-reported');
  const { world, special_world }: HaBody = presences.at(-1)?.data ?? {};
  return { own: state.length - presences.length + gear.length, world, special_world };
}

it('a report without a world belongs to the earlier special world until a report names another world', async () => {
  const { ingest, token } = await openSeasonal();
  for (const _ of [1, 2]) {
    ingest.now += 60_000;
    expect((await ingest.report(token, withoutWorld(ingest, 'ha-loot'))).statusCode).toBe(200);
    expect(await seenOf(ingest)).toEqual({ own: 0, world: 577, special_world: true });
  }
  expect((await ingest.read('hub.feed')).at(-1)?.data).toMatchObject({ special_world: true });
  ingest.now += 60_000;
  await ingest.report(token, sentNow(ingest, 'ha-snapshot'));
  const back = await seenOf(ingest);
  expect(back).toMatchObject({ world: 486, special_world: false });
  expect(back.own).toBeGreaterThan(20);
  ingest.now += 60_000;
  await ingest.report(token, withoutWorld(ingest));
  expect(await seenOf(ingest)).toMatchObject({ world: 486, special_world: false });
  expect((await ingest.read('hub.location')).at(-1)?.data).toMatchObject({ points: [{ world: 486 }] });
});

it('a report with the number of a special world but without its types still counts as on a special world', async () => {
  const { ingest, token } = await openSeasonal();
  for (const worldTypes of [undefined, 'SEASONAL']) {
    ingest.now += 60_000;
    await ingest.report(token, sentNow(ingest, 'ha-snapshot', { world: '577', worldTypes }));
    expect(await seenOf(ingest)).toEqual({ own: 0, world: 577, special_world: true });
  }
  ingest.now += 60_000;
  await ingest.report(token, sentNow(ingest, 'ha-snapshot', { world: '301', worldTypes: undefined }));
  expect(await seenOf(ingest)).toMatchObject({ world: 301, special_world: false });
});

it.each([
  [
    'a shutdown',
    async (ingest: TestIngest, token: string) => {
      const end = { type: 'clientShutdown', data: 'Shutdown' };
      await ingest.report(token, { ...withoutWorld(ingest), events: [end] });
    },
  ],
  [
    'a logout',
    async (ingest: TestIngest, token: string) => {
      const { player } = withoutWorld(ingest);
      await ingest.report(token, {
        player: { ...player, equipment: undefined },
        state: 'LOGIN_SCREEN',
        timestamp: ingest.now,
      });
    },
  ],
  [
    'the time-out',
    async (ingest: TestIngest) => {
      ingest.now += 300_000;
    },
  ],
])('a report without a world no longer counts as on a special world after %s', async (_end, endSession) => {
  const { ingest, token } = await openSeasonal();
  ingest.now += 10_000;
  await endSession(ingest, token);
  expect((await seenOf(ingest)).own).toBe(0);
  ingest.now += 10_000;
  await ingest.report(token, withoutWorld(ingest));
  const seen = await seenOf(ingest);
  expect(seen).toMatchObject({ world: 577, special_world: false });
  expect(seen.own).toBeGreaterThan(20);
});

it('a report without a world belongs to the stored world in a process that has just started', async () => {
  const { ingest, token } = await openSeasonal();
  await drain(ingest.database, ingest.journal, await liveGeneration(ingest.database, accountStateProjection));
  ingest.now += 60_000;
  const started = ingest.openIngest();
  await ingest.report(token, withoutWorld(ingest), { app: started });
  expect(await seenOf(ingest)).toEqual({ own: 0, world: 577, special_world: true });
});
