/** Text is sorted in the reader's language; null comes last in both directions. */
export type SortValue = number | string | null;

export interface RowOrder {
  /** The title of the column. */
  readonly by: string;
  readonly isDescending: boolean;
}

const words = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });

/** Equal rows keep their order. */
export function sortRows<Row>(
  rows: readonly Row[],
  sortBy: (row: Row) => SortValue,
  isDescending: boolean,
): readonly Row[] {
  const sign = isDescending ? -1 : 1;
  const compare = (left: SortValue, right: SortValue) => {
    if (left === null || right === null) return Number(left === null) - Number(right === null);
    if (typeof left === 'number' && typeof right === 'number') return sign * (left - right);
    return sign * words.compare(String(left), String(right));
  };
  return rows
    .map((row) => ({ row, value: sortBy(row) }))
    .sort((left, right) => compare(left.value, right.value))
    .map(({ row }) => row);
}

/** Text begins with A, most numbers with the largest. A second press turns the order around. */
export function nextOrder(now: RowOrder | null, by: string, isLeastFirst: boolean): RowOrder {
  return { by, isDescending: now?.by === by ? !now.isDescending : !isLeastFirst };
}

/** A `-` before the title means descending; without text, the order of the rows stays. */
export function parseOrder(text: string): RowOrder | null {
  return text === '' ? null : { by: text.replace(/^-/, ''), isDescending: text.startsWith('-') };
}

export function orderText({ by, isDescending }: RowOrder): string {
  return `${isDescending ? '-' : ''}${by}`;
}
