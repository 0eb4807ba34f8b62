import { dayMs } from '../../../../../shared/domain/durations.ts';

/** `all` is everything that is kept. */
export const auditSpans = ['all', 'day', 'week', 'month'] as const;
export type AuditSpan = (typeof auditSpans)[number];

const spanDays: Readonly<Record<AuditSpan, number | null>> = { all: null, day: 1, week: 7, month: 30 };

/** The kinds of actions, by the words in the names of their actions. */
export const auditKinds = {
  members: ['member', 'admin'],
  'sign-ins': ['signed', 'sign'],
  plugins: ['device', 'pairing'],
  accounts: ['account', 'xp'],
  sharing: ['sharing'],
  keys: ['key'],
  competitions: ['competition'],
  'private data seen': ['payload', 'payloads', 'parked', 'data'],
  'the hub': ['projection', 'rebuild', 'backup', 'log', 'game', 'decommission'],
} as const;
export type AuditKind = keyof typeof auditKinds;
export const auditKindNames = Object.keys(auditKinds) as AuditKind[];

/** Keeps the order of the address, so that the form finds the filter that it sent. */
export function parseAuditKinds(address: string): readonly AuditKind[] {
  return address.split(',').filter((kind): kind is AuditKind => Object.hasOwn(auditKinds, kind));
}

/** Empty fields filter nothing. */
export interface AuditFilter {
  /** `cli`, `hub`, or the name of a member. */
  readonly actor: string;
  readonly kinds: readonly AuditKind[];
  readonly subject: string;
  readonly span: AuditSpan;
  /** ISO-8601, the end of the span; empty is now. */
  readonly until: string;
}

const pageMax = 100;

/** @param before the last id of the previous page, or empty */
export function auditQuery(
  { actor, kinds, subject, span, until }: AuditFilter,
  before: string,
  now: number,
): string {
  const days = spanDays[span];
  const end = until === '' ? now : Date.parse(until);
  const since = days === null ? '' : new Date(end - days * dayMs).toISOString();
  const action = kinds.flatMap((kind) => auditKinds[kind]).join();
  const wanted = { actor, action, subject, since, until, before };
  const query = new URLSearchParams({ limit: String(pageMax) });
  for (const [name, value] of Object.entries(wanted)) if (value !== '') query.set(name, value);
  return query.toString();
}
