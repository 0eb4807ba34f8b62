import { browserTimeZone } from '../browser/time-zone.ts';
import { humanizeName } from './text/format.ts';

const day = 86_400_000;

/** The periods of the read API. */
export const periods = ['day', 'week', 'month', 'year'] as const;
export type PeriodName = (typeof periods)[number];

export const periodMs: Readonly<Record<PeriodName, number>> = {
  day,
  week: 7 * day,
  month: 30 * day,
  year: 365 * day,
};

/** On a button. A day means the present day, and the others end now. */
export function periodTitle(period: string): string {
  return period === 'day' ? 'Today' : humanizeName(period);
}

/** Parameters of the read API. A day begins at the midnight of the browser, as on all pages. */
export function inPeriod(period: PeriodName) {
  return period === 'day' ? { period, tz: browserTimeZone() } : { period };
}
