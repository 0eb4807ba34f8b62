/** Counts what is left out of a report. A kind is a metric label: from a list in the adapter, never from a payload. */
export type SkipKind<Kind extends string> = (kind: Kind, count?: number) => void;

/** What was left out of a report, and that of its text bytes were no UTF-8, where it was damaged. */
export function withDamage(
  skipped: ReadonlyMap<string, number>,
  damaged: boolean,
): ReadonlyMap<string, number> {
  return damaged ? new Map([...skipped, ['text_encoding', 1]]) : skipped;
}

/** A count of what is left out, by kind. */
export function countSkipped<Kind extends string>(): {
  readonly skipped: ReadonlyMap<Kind, number>;
  readonly skip: SkipKind<Kind>;
} {
  const skipped = new Map<Kind, number>();
  return {
    skipped,
    skip: (kind, count = 1) => {
      if (count > 0) skipped.set(kind, (skipped.get(kind) ?? 0) + count);
    },
  };
}
