import { describe, expect, it } from 'vitest';
import type { RecordedEventOf } from '../../shared/events/event.ts';
import type { accountDescribed } from '../../shared/events/types/account-described.ts';
import { foldRows } from '../../shared/projection/testing/fold-rows.ts';
import { given, recordedAt } from '../access/testing/membership.ts';
import { accountNamesProjection, namesMax } from './projection.ts';

type AccountNamesEvent = RecordedEventOf<typeof accountDescribed>;

const described = (name: string | null, at: number) =>
  recordedAt(given.description('a1', name), at, at) as AccountNamesEvent;

function namesAfter(...events: readonly AccountNamesEvent[]) {
  return foldRows(accountNamesProjection, events).name.map(({ number, name, named_at }) => [
    number,
    name,
    named_at,
  ]);
}

describe('the names of an account', () => {
  it('are the names that plugins reported, with the time of the first record', () => {
    expect(namesAfter(described('Fen', 1), described('Fen', 2), described('Rail', 3))).toEqual([
      [1, 'Fen', 1],
      [2, 'Rail', 3],
    ]);
  });

  it('do not change when a record names only the account type', () => {
    expect(namesAfter(described(null, 1), described('Fen', 2), described(null, 3))).toEqual([[1, 'Fen', 2]]);
  });

  it('contain a name twice when the account returned to it', () => {
    expect(namesAfter(described('Fen', 1), described('Rail', 2), described('Fen', 3))).toEqual([
      [1, 'Fen', 1],
      [2, 'Rail', 2],
      [3, 'Fen', 3],
    ]);
  });

  it('are bounded', () => {
    const many = Array.from({ length: namesMax + 5 }, (_, index) => described(`n${index}`, index));
    const names = namesAfter(...many);
    expect(names).toHaveLength(namesMax);
    expect(names.at(-1)).toEqual([namesMax + 5, `n${namesMax + 4}`, namesMax + 4]);
  });
});
