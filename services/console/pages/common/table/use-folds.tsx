import { useState } from 'react';

interface Kept {
  readonly id: string;
}

/** The first row of a group stands for the group until somebody opens the group. */
export function useFolds<Row extends Kept>(groups: readonly (readonly [Row, ...Row[]])[]) {
  const [opened, setOpened] = useState<readonly string[]>([]);
  const byFirst = new Map(groups.map((group) => [group[0].id, group]));
  return {
    rows: groups.flatMap((group) => (opened.includes(group[0].id) ? group : group.slice(0, 1))),
    fileRowsOf: ({ id }: Row): readonly Row[] => byFirst.get(id) ?? [],
    /** Says how many rows the row stands for, and opens the group. */
    foldOf: ({ id }: Row) => {
      const count = byFirst.get(id)?.length ?? 1;
      const isOpen = opened.includes(id);
      if (count === 1) return null;
      return (
        <button
          type="button"
          className="plain link"
          aria-expanded={isOpen}
          aria-label={`${count} in one line`}
          onClick={() => setOpened(isOpen ? opened.filter((each) => each !== id) : [...opened, id])}
        >
          ×{count} {isOpen ? '▴' : '▾'}
        </button>
      );
    },
  };
}
