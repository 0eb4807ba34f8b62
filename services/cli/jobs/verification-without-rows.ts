import type { RowDifference } from '../../../shared/projection/replay/verify/compare-tables.ts';
import type { Verification } from '../../../shared/projection/replay/verify/verify.ts';

/** The first differing rows of a table, at most 20. */
interface UnlikeRows {
  /** The differing columns that both generations have. */
  readonly unlike: readonly string[];
  readonly only_live: number;
  readonly only_candidate: number;
}

/**
 * Leaves out the rows, because rows contain reports of members. Every admin can see the result of a
 * job, and an erasure does not change it.
 */
export function outlineOfVerification<Found extends Verification>({ tables, differences, ...found }: Found) {
  const outlined = tables.map((table) => ({
    ...table,
    first: unlikeIn(differences.filter((row) => row.table === table.table)),
  }));
  return { ...found, tables: outlined };
}

function unlikeIn(rows: readonly RowDifference[]): UnlikeRows {
  return {
    unlike: [...new Set(rows.flatMap(unlikeColumns))],
    only_live: rows.filter(({ candidate }) => candidate === null).length,
    only_candidate: rows.filter(({ live }) => live === null).length,
  };
}

function unlikeColumns({ live, candidate }: RowDifference): string[] {
  if (live === null || candidate === null) return [];
  return Object.keys(live).filter(
    (column) => JSON.stringify(live[column]) !== JSON.stringify(candidate[column]),
  );
}
