import type { ExaminationData } from '../admin-answers.ts';

type Check = ExaminationData['checks'][number];

/** Whether it says something of the hub: one that could not be made for lack of another part only points to that. */
export function wasMade({ needs }: Check): boolean {
  return (needs ?? null) === null;
}

/** A line for all checks that wait for the same part, in place of one each, which would hide what is to be mended. */
export function notMadeTexts(checks: readonly Check[]): string[] {
  const waiting = Map.groupBy(
    checks.filter((check) => !wasMade(check)),
    ({ needs }) => needs,
  );
  return [...waiting].map(([part, { length }]) =>
    length === 1
      ? `1 further check needs the ${part} first`
      : `${length} further checks need the ${part} first`,
  );
}
