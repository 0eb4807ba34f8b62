import type { RowDifference, TableDifference } from '../../shared/projection/replay/verify/compare-tables.ts';
import type { Verification } from '../../shared/projection/replay/verify/verify.ts';

/**
 * What a verification found, without the rows: these are what members reported, a job's result is shown to every admin,
 * and an erasure does not reach it. Rows are shown by the command line alone.
 */
export interface VerificationOutline extends Omit<Verification, 'tables' | 'differences'> {
  readonly tables: readonly (TableDifference & { readonly first: UnlikeRows })[];
}

/** Of the first rows of a table that differ, 20 at most. */
interface UnlikeRows {
  /** The columns in which those differ that both generations have. */
  readonly unlike: readonly string[];
  readonly only_live: number;
  readonly only_candidate: number;
}

export function outlineOfVerification<Found extends Verification>({
  tables,
  differences,
  ...found
}: Found): Omit<Found, 'tables' | 'differences'> & VerificationOutline {
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

/** The columns in which two rows of the same columns differ; none of a row that only one side has. */
function unlikeColumns({ live, candidate }: RowDifference): string[] {
  if (live === null || candidate === null) return [];
  return Object.keys(live).filter(
    (column) => JSON.stringify(live[column]) !== JSON.stringify(candidate[column]),
  );
}
