/** Rows on each side of the account of `around`. */
const neighbours = 2;

interface Ranked<Row> {
  readonly rank: number;
  readonly row: Row;
}

/**
 * The first rows, and a row with its neighbours, or none when no row is it.
 * @param rows the first has rank 1
 */
export function rankedParts<Row>(
  rows: readonly Row[],
  limit: number,
  isAround: (row: Row) => boolean,
): { readonly first: Ranked<Row>[]; readonly near: Ranked<Row>[] } {
  const part = (from: number, to: number) =>
    rows.slice(from, to).map((row, index) => ({ rank: from + index + 1, row }));
  const place = rows.findIndex(isAround);
  const near = place === -1 ? [] : part(Math.max(0, place - neighbours), place + neighbours + 1);
  return { first: part(0, limit), near };
}
