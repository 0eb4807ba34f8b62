import { describe, expect, it } from 'vitest';
import { type Facts, holdingEntries } from '../../facts/facts.ts';
import { emptyGame, type KnownGame } from '../../game/known-game.ts';
import { noHead } from '../../plugin-adapter.ts';
import { createSkipCounter } from '../../reading/skip-counter.ts';
import { unknownWorld } from '../../receive/translate/resolve-world.ts';
import { translateReport } from '../../receive/translate/translate-report.ts';
import { dink } from './adapter.ts';
import { readCounters } from './read-counters.ts';
import { type DinkBody, dinkFixture } from './testing/dink-messages.ts';

function read(extra: unknown, type = 'LOGIN') {
  const { skipped, skip } = createSkipCounter();
  const sent = Object.fromEntries(holdingEntries(readCounters(type, extra, skip)));
  return { sent, skipped: Object.fromEntries(skipped) };
}

describe('a login', () => {
  it.each<[string, unknown, string, object]>([
    ['collectionLog', { completed: 651, total: 1_568 }, 'collection-log-count', {}],
    ['combatAchievementPoints', { completed: 503, total: 2_005 }, 'combat-achievements', {}],
    ['questCount', { completed: 156, total: 158 }, 'quest-count', {}],
    ['questPoints', { completed: 296, total: 300 }, 'quest-points', {}],
    ['achievementDiary', { completed: 42, total: 48 }, 'diary-count', {}],
    ['achievementDiaryTasks', { completed: 477, total: 492 }, 'diary-tasks', {}],
    ['slayer', { points: 2_204, streak: 1_074 }, 'slayer', {}],
    ['barbarianAssault', { highGambleCount: 3 }, 'barbarian-assault', { high_gambles: 3 }],
    [
      'pets',
      [{ itemId: 11_995, name: 'Pet chaos elemental' }, { itemId: 12_650 }],
      'pets',
      {
        pets: [
          { id: 11_995, name: 'Pet chaos elemental' },
          { id: 12_650, name: null },
        ],
      },
    ],
  ])('has a counter: %s', (field, value, holding, expected) => {
    const wanted = Object.keys(expected).length === 0 ? value : expected;
    expect(read({ [field]: value })).toEqual({ sent: { [holding]: wanted }, skipped: {} });
    expect(read({ [field]: null }).sent).toEqual({});
    expect(read({ [field]: 'x' })).toEqual({
      sent: {},
      skipped: { [field === 'pets' ? 'pets' : 'counter']: 1 },
    });
    expect(read({ [field]: value }, 'LOGOUT').sent).toEqual({});
  });

  it('leaves out a wrong counter and continues', () => {
    const slayer = { points: -1, streak: 1 };
    const questCount = { completed: 1.5, total: 158 };
    expect(read({ slayer, questCount, questPoints: { completed: 1, total: 300 } })).toEqual({
      sent: { 'quest-points': { completed: 1, total: 300 } },
      skipped: { counter: 2 },
    });
    expect(read('none')).toEqual({ sent: {}, skipped: {} });
  });

  it('has a bound for pets and their names', () => {
    const pets = Array.from({ length: 205 }, (_, itemId) => ({ itemId, name: 'x'.repeat(100) }));
    const { sent, skipped } = read({ pets: [...pets, { name: 'Rocky' }] });
    const kept = (sent.pets as { pets: { name: string }[] }).pets;
    expect([kept.length, kept[0]?.name.length, skipped]).toEqual([200, 64, { pets: 6 }]);
    expect(read({ pets: [] }).sent).toEqual({ pets: { pets: [] } });
  });
});

describe('the counters of a login', () => {
  const normal: KnownGame = { ...emptyGame, isSpecial: () => false };

  async function factsOf(game: KnownGame, change: (body: DinkBody) => void = () => {}): Promise<Facts> {
    const body = dinkFixture('dink-login');
    change(body);
    const report = await dink.read({ head: noHead, body: Buffer.from(JSON.stringify(body)) });
    if ('status' in report) throw new Error(report.outcome);
    const at = 1_789_410_127_400;
    const times = { receivedAt: at, at, isLate: false, offset: 0 };
    const input = { plugin: dink, report, accountId: 'a', times, lastWorld: unknownWorld };
    return translateReport(input, game).facts;
  }

  it('count only on a normal world, because on other worlds the player may be another character', async () => {
    expect(holdingEntries((await factsOf(normal)).holdings).map(([name]) => name)).toContain('slayer');
    expect(holdingEntries((await factsOf(emptyGame)).holdings)).toEqual([]);
    const seasonal = await factsOf(normal, (body) => {
      body.seasonalWorld = true;
    });
    expect(holdingEntries(seasonal.holdings)).toEqual([]);
  });
});
