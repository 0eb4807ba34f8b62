import { useState } from 'react';
import { rowsOfGroups } from '../group-equal.ts';

interface Kept {
  readonly id: string;
}

/**
 * The first row of a group stands for the group until somebody opens the group.
 * @param shownId a row that is drawn in any case
 * @param textOf says of which rows the group is. Default: the number of equal rows
 */
export function useFolds<Row extends Kept>(
  groups: readonly (readonly [Row, ...Row[]])[],
  shownId: string | null,
  textOf = (group: readonly Row[]) => `×${group.length}`,
) {
  const [opened, setOpened] = useState<readonly string[]>([]);
  const byFirst = new Map(groups.map((group) => [group[0].id, group]));
  return {
    rows: rowsOfGroups(groups, opened, shownId),
    fileRowsOf: ({ id }: Row): readonly Row[] => byFirst.get(id) ?? [],
    /** Says how many rows the row stands for, and opens the group. */
    foldOf: ({ id }: Row) => {
      const group = byFirst.get(id) ?? [];
      if (group.length < 2) return null;
      const others = opened.filter((each) => group.every((row) => row.id !== each));
      const isOpen = others.length < opened.length;
      return (
        <button
          type="button"
          className="plain link"
          aria-expanded={isOpen}
          aria-label={`${textOf(group).replace('×', '')} in one line`}
          onClick={() => setOpened(isOpen ? others : [...others, id])}
        >
          {textOf(group)} {isOpen ? '▴' : '▾'}
        </button>
      );
    },
  };
}
