/** Counts values that are left out. A kind is a metric label: never take it from a payload. */
export type SkipCounter<Kind extends string> = (kind: Kind, count?: number) => void;

/** Adds a count for bytes that are no UTF-8. */
export function withTextDamage(
  skipped: ReadonlyMap<string, number>,
  isDamaged: boolean,
): ReadonlyMap<string, number> {
  return isDamaged ? new Map([...skipped, ['text_encoding', 1]]) : skipped;
}

export function createSkipCounter<Kind extends string>(): {
  readonly skipped: ReadonlyMap<Kind, number>;
  readonly skip: SkipCounter<Kind>;
} {
  const skipped = new Map<Kind, number>();
  return {
    skipped,
    skip: (kind, count = 1) => {
      if (count > 0) skipped.set(kind, (skipped.get(kind) ?? 0) + count);
    },
  };
}
