interface CheckThatNeeds {
  /** The missing part that stopped the check; null for a check that ran. */
  readonly needs: string | null;
}

export function hasCheckRun({ needs }: CheckThatNeeds): boolean {
  return needs === null;
}

/** One line for all checks that lack the same part, so that the actual problem stays visible. */
export function describeMissingChecks(checks: readonly CheckThatNeeds[]): string[] {
  const needed = checks.filter((check) => !hasCheckRun(check)).map(({ needs }) => needs);
  return [...new Set(needed)].map((part) => {
    const many = needed.filter((each) => each === part).length;
    return `${many} further ${many === 1 ? 'check needs' : 'checks need'} the ${part} first`;
  });
}
