import { describe, expect, test } from 'vitest';
import { emptyTables } from '../../tables/access-tables.ts';
import { fold, verdictOn } from '../../testing/fold-history.ts';
import { type Given, given, id, recordedAt, start } from '../../testing/membership.ts';
import { evolve } from '../evolve.ts';

const hour = 3_600_000;
const ended = { from: start - 2 * hour, to: start };

function competitionAfter(...events: readonly (readonly [at: number, event: Given])[]) {
  const records = events.map(([at, event], offset) => recordedAt(event, offset, start + at));
  return records.reduce(evolve, emptyTables).competitions.get(id(1));
}

describe('a competition', () => {
  test('ends after it begins, and within 366 days', () => {
    const lasting = (ms: number) => verdictOn([given.competition(1, { to: start + ms })]);
    expect(lasting(0)).toBe('competition_times');
    expect(lasting(366 * 24 * hour)).toBe('granted');
    expect(lasting(366 * 24 * hour + 1)).toBe('competition_times');
    expect(verdictOn([given.competition(1), given.changeCompetition(1, { to: start - 1 })])).toBe(
      'competition_times',
    );
  });

  test('has teams with different names and no common account', () => {
    const of = (...teams: readonly (readonly [string, ...string[]])[]) =>
      verdictOn([given.competition(1, { teams: teams.map(([name, ...accounts]) => ({ name, accounts })) })]);
    expect(of(['East', 'a1', 'a2'], ['West', 'a3'])).toBe('granted');
    expect(of(['East', 'a1'], ['West', 'a2', 'a1'])).toBe('competition_teams');
    expect(of(['East', 'a1'], ['east ', 'a2'])).toBe('competition_teams');
  });

  test('may name accounts that no record names, because a rebuild does not know erased accounts', () => {
    expect(verdictOn([given.competition(1, { teams: [{ name: 'East', accounts: ['gone'] }] })])).toBe(
      'granted',
    );
  });

  test('keeps what a change does not name', () => {
    const changed = fold(given.competition(1), given.changeCompetition(1, { title: 'Loot' }));
    expect(changed.competitions.get(id(1))).toMatchObject({
      title: 'Loot',
      metric: { kind: 'xp', name: 'Overall' },
      from: start,
      to: start + hour,
    });
    expect(verdictOn([given.changeCompetition(1, { title: 'Loot' })])).toBe('unknown_competition');
  });

  test('ends by a command in the bucket of the command, and then only its title changes', () => {
    expect(competitionAfter([0, given.competition(1)], [700_000, given.endCompetition(1)])).toMatchObject({
      to: start + hour,
      endedAt: start + 600_000,
    });
    const over = [given.competition(1), given.endCompetition(1)];
    expect(verdictOn([...over, given.endCompetition(1)])).toBe('competition_ended');
    expect(verdictOn([...over, given.changeCompetition(1, { to: start + 2 * hour })])).toBe(
      'competition_ended',
    );
    expect(verdictOn([...over, given.changeCompetition(1, { title: 'Loot' })])).toBe('granted');
    expect(verdictOn([given.endCompetition(1)])).toBe('unknown_competition');
  });

  test('ends by the time of the log', () => {
    const over = [given.competition(1, ended)];
    expect(verdictOn([...over, given.endCompetition(1)])).toBe('competition_ended');
    expect(verdictOn([...over, given.changeCompetition(1, { teams: [] })])).toBe('competition_ended');
  });
});

test('at most 100 competitions have not ended', () => {
  const many = Array.from({ length: 100 }, (_, index) => given.competition(100 + index));
  expect(verdictOn([...many, given.competition(1)])).toBe('too_many_competitions');
  expect(verdictOn([...many, given.endCompetition(100), given.competition(1)])).toBe('granted');
  const over = many.map(({ data }, index) => given.competition(100 + index, { ...data, ...ended } as object));
  expect(verdictOn([...over, given.competition(1)])).toBe('granted');
});
