import { dayMs } from '../../../../../shared/domain/durations.ts';

/** `all` is everything that is kept. */
export const auditSpans = ['all', 'day', 'week', 'month'] as const;
export type AuditSpan = (typeof auditSpans)[number];

const spanDays: Readonly<Record<AuditSpan, number | null>> = { all: null, day: 1, week: 7, month: 30 };

/** Empty fields filter nothing. */
export interface AuditFilter {
  /** `cli`, `hub`, or the name of a member. */
  readonly actor: string;
  readonly action: string;
  readonly subject: string;
  readonly span: AuditSpan;
}

const pageMax = 100;

/** @param before the last id of the previous page, or empty */
export function auditQuery(
  { actor, action, subject, span }: AuditFilter,
  before: string,
  now: number,
): string {
  const days = spanDays[span];
  const since = days === null ? '' : new Date(now - days * dayMs).toISOString();
  const wanted = { actor, action, subject, since, before };
  const query = new URLSearchParams({ limit: String(pageMax) });
  for (const [name, value] of Object.entries(wanted)) if (value !== '') query.set(name, value);
  return query.toString();
}
