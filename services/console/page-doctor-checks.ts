/** A check of the doctor, as far as it says what it waits for; results of older releases do not. */
interface CheckThatNeeds {
  /** The part of the hub without which it could not be made. */
  readonly needs?: string | null;
}

/** Whether it says something of the hub: one that could not be made for lack of another part only points to that. */
export function hasCheckRun({ needs }: CheckThatNeeds): boolean {
  return (needs ?? null) === null;
}

/** A line for all checks that wait for the same part, in place of one each, which would hide what is to be mended. */
export function describeMissingChecks(checks: readonly CheckThatNeeds[]): string[] {
  const needed = checks.filter((check) => !hasCheckRun(check)).map(({ needs }) => needs);
  return [...new Set(needed)].map((part) => {
    const many = needed.filter((each) => each === part).length;
    return `${many} further ${many === 1 ? 'check needs' : 'checks need'} the ${part} first`;
  });
}
