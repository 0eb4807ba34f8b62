import { expect, test } from 'vitest';
import { createRandom } from '../random.ts';
import { createCharacter } from './character.ts';
import { earlierKillsOf } from './earlier-kills.ts';
import { restoreCharacter, SavedCharacter, saveCharacter } from './saved-character.ts';

test('a character is restored with its kills, collection log and combat tasks', () => {
  const character = createCharacter(createRandom('saved'), 0.5);
  character.kills.set('Zulrah', { count: 7, at: 1_800_000_000_000, bestMs: 93_600 });
  character.collected.add('Tanzanite fang');
  character.tasks.add('Snake Rebound');
  const saved = SavedCharacter.parse(JSON.parse(JSON.stringify(saveCharacter(character))));
  const restored = createCharacter(createRandom('restored'), 0.5);
  restoreCharacter(restored, saved);
  expect(saveCharacter(restored)).toEqual(saveCharacter(character));

  const { kills: _, collected: __, tasks: ___, ...older } = saved;
  const nothing = { kills: {}, collected: [], tasks: [] };
  expect(SavedCharacter.parse(older)).toEqual({ ...older, ...nothing });
  expect(SavedCharacter.parse(saved.xp)).toEqual({ xp: saved.xp, worn: [], inventory: [], ...nothing });
});

test.each(['Alder Arrow', 'Fen Wren', 'Oakspire'])('the earlier kills of %s agree with the log', (player) => {
  const { kills, log, keptLog } = earlierKillsOf(player);
  expect(log.length).toBeGreaterThan(5);
  for (const entry of log) {
    const { count = 0 } = kills.get(entry.source) ?? {};
    expect(entry.kills).toBeLessThanOrEqual(count);
    expect(entry.agoMs).toBeGreaterThan(0);
  }
  expect(log).toEqual(log.toSorted((one, other) => other.agoMs - one.agoMs));
  expect(new Set(log.map(({ item }) => item)).intersection(new Set(keptLog))).toEqual(new Set());
});
