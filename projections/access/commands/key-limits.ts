import { dayMs } from '../../../shared/domain/durations.ts';

/** Bounds of decisions.md, Keys, members, sharing. */
export const expiryDaysMax = 365;
export const serviceLimitMax = 6_000;

/** Epoch ms, so many days from now. */
export function expiryAfter(days: number): number {
  return Date.now() + days * dayMs;
}
