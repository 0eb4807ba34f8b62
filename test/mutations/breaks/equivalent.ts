import type { EquivalentBreak } from '../break.ts';

/** Breaks that nobody can notice, each with the reason. They are here so that nobody tries them again. */
export const equivalentBreaks: readonly EquivalentBreak[] = [];
