import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { accountStateProjection } from '../../../../projections/account-state/projection.ts';
import { xpHistoryProjection } from '../../../../projections/xp-history/projection.ts';
import { readKnownXp } from '../../../../projections/xp-history/queries/read-skills.ts';
import { newEvent } from '../../../../shared/events/event.ts';
import { xpCorrected } from '../../../../shared/events/types/xp-corrected.ts';
import { drain, liveGeneration } from '../../../../shared/projection/testing/step-projector.ts';
import { type HaBody, haFixture } from '../../plugins/ha-exporter/testing/ha-reports.ts';
import { openTestIngest } from '../../testing/open-test-ingest.ts';

async function openPlayer() {
  const ingest = await openTestIngest();
  const member = await ingest.addMember('Quill');
  const [token, pasted] = [await ingest.pair(member), await ingest.pair(member)];
  const app = ingest.openIngest();
  const series = await liveGeneration(ingest.database, xpHistoryProjection);
  const state = await liveGeneration(ingest.database, accountStateProjection);

  const rseye = async (kind: string, body: object, process = app) => {
    ingest.now += 1_000;
    const answer = await process.inject({
      method: 'POST',
      url: `/api/rseye/${kind}_update/`,
      headers: { authorization: `Bearer: ${pasted}` },
      payload: JSON.stringify({ username: 'Quillon Fen', ...body }),
    });
    expect(answer.statusCode).toBe(200);
  };
  const project = async () => {
    for (const generation of [series, state]) await drain(ingest.database, ingest.journal, generation);
    // Ingest reads the known xp again.
    ingest.now += 60_000;
  };
  const ha = haFixture('ha-snapshot');
  Object.assign(ha, { timestamp: ingest.now });
  ha.player.stats.skills.Attack = { xp: 13_034_431, level: 99 };
  expect((await ingest.report(token, ha, { app })).statusCode).toBe(200);
  await project();
  const [account] = ingest.directory.currentOrStale().accounts.keys();
  return {
    ingest,
    rseye,
    project,
    account: account ?? '',
    stats: (attack: number) => rseye('stat', { statChanges: [{ skill: 'ATTACK', xp: attack, level: 1 }] }),
    weapon: (id: number, process = app) =>
      rseye('equipment', { items: { WEAPON: { id, quantity: 1 } } }, process),
    /** The newest Attack and weapon of rseye in the log. */
    newest: async () => {
      const events = (await ingest.read('hub.state')).filter(({ source }) => source === 'rseye');
      const skill = events.findLast(({ data }) => (data as HaBody).skill === 'Attack');
      const worn = events.findLast(({ type }) => type === 'equipment-reported');
      return [(skill?.data as HaBody)?.xp, (worn?.data as HaBody)?.items[0]?.id];
    },
    known: async () =>
      (await readKnownXp(ingest.database, account ?? '')).find(({ skill }) => skill === 'Attack'),
  };
}

describe('a plugin that cannot tell special worlds', () => {
  it('changes no skill and no gear while its xp is below the known xp', async () => {
    const { ingest, stats, weapon, newest, rseye } = await openPlayer();
    await stats(83);
    await weapon(1_277);
    await rseye('position', { position: { x: 3_333, y: 3_333, plane: 0 } });
    expect(await newest()).toEqual([undefined, undefined]);
    expect((await ingest.read('hub.location')).filter(({ source }) => source === 'rseye')).toEqual([]);
    expect((await ingest.read('hub.activity')).at(-1)).toMatchObject({
      source: 'rseye',
      data: { in_game: true },
    });
    await stats(13_034_500);
    await weapon(4_151);
    expect(await newest()).toEqual([13_034_500, 4_151]);
  });

  it('still counts as the other character in a process that has just started', async () => {
    const { ingest, stats, project, weapon, newest } = await openPlayer();
    await stats(83);
    await project();
    await weapon(1_277, ingest.openIngest());
    expect(await newest()).toEqual([undefined, undefined]);
  });

  it('repeats its lower xp on the next day, so that the series can confirm it', async () => {
    const { ingest, stats, weapon, newest, project, known } = await openPlayer();
    await stats(83);
    ingest.now += 25 * 3_600_000;
    await stats(83);
    await project();
    expect(await known()).toMatchObject({ xp: 13_034_431, is_lower_waiting: true });
    expect((await ingest.read('hub.xp')).filter(({ source }) => source === 'rseye')).toHaveLength(2);
    await weapon(1_277);
    expect(await newest()).toEqual([undefined, undefined]);
  });

  it('is believed when an operator has accepted its lower xp', async () => {
    const { ingest, stats, weapon, newest, project, known, account } = await openPlayer();
    await stats(83);
    await project();
    const corrected = newEvent(xpCorrected, { subject: account, source: 'hub' }, { skills: { Attack: 83 } });
    await ingest.journal.append([corrected]);
    await project();
    expect(await known()).toMatchObject({ xp: 83, is_lower_waiting: false });
    await stats(90);
    await weapon(1_277);
    expect(await newest()).toEqual([90, 1_277]);
  });
});

it('never lets a character with lower xp change the main character, with any reports in any order', async () => {
  const step = fc.record({ isMain: fc.boolean(), isWeapon: fc.boolean() });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 12 }), async (steps) => {
      const { stats, weapon, newest } = await openPlayer();
      let expected: unknown[] = [undefined, undefined];
      let xp = 13_034_431;
      for (const [index, { isMain, isWeapon }] of steps.entries()) {
        if (isMain) xp += 10;
        await stats(isMain ? xp : 83 + index);
        if (isWeapon) await weapon(isMain ? 4_151 : 1_277);
        if (isMain) expected = [xp, isWeapon ? 4_151 : expected[1]];
        expect(await newest()).toEqual(expected);
      }
    }),
    { numRuns: 5 },
  );
});
