import { searchedName } from '../../../../shared/domain/searched-name.ts';

/** Pairs of a name and its number. */
export interface AccountNumbers {
  readonly id: string;
  readonly numbers: readonly (readonly [name: string, number: number])[];
}

export interface ComparedRow {
  readonly name: string;
  /** By account. */
  readonly numbers: ReadonlyMap<string, number>;
}

/** The names that at least `accountsMin` accounts have, the highest sum first. */
export function comparedRows(all: readonly AccountNumbers[], accountsMin: number): readonly ComparedRow[] {
  const named = all.flatMap(({ id, numbers }) => numbers.map(([name, number]) => ({ id, name, number })));
  return [...Map.groupBy(named, ({ name }) => searchedName(name)).values()]
    .map((ofName) => ({
      name: ofName[0]?.name ?? '',
      numbers: new Map(ofName.map(({ id, number }) => [id, number])),
      sum: ofName.reduce((sum, { number }) => sum + number, 0),
    }))
    .filter(({ numbers, sum }) => numbers.size >= accountsMin && sum > 0)
    .sort((one, other) => other.sum - one.sum);
}
