import type { MembershipEvent } from '../../shared/events/catalogue.ts';

export type AuditedEvent = Exclude<MembershipEvent, { readonly type: 'identity-seen' }>;

export interface AuditDetails {
  /** Ids. The main subject comes first. */
  readonly about: readonly (string | null)[];
  /**
   * Only ids, words and numbers. Names, chat ids, hashes and labels stay in the log, where an
   * erasure makes them unreadable.
   */
  readonly details: Readonly<Record<string, unknown>>;
}

type EventOfType<Type extends AuditedEvent['type']> = Extract<AuditedEvent, { readonly type: Type }>;

/** A field that may name somebody is only listed as changed, without its value. */
const saidBy: { readonly [Type in AuditedEvent['type']]: (event: EventOfType<Type>) => AuditDetails } = {
  'member-added': ({ data }) => ({ about: [data.member_id], details: { time_zone: data.time_zone } }),
  'member-changed': ({ data }) => ({
    about: [data.member_id],
    details: {
      changed: changedOf(data),
      ...(data.time_zone !== undefined && { time_zone: data.time_zone }),
    },
  }),
  'admin-changed': ({ data }) => ({ about: [data.member_id], details: { admin: data.admin } }),
  'member-left': ({ data }) => ({ about: [data.member_id], details: {} }),
  'member-erased': ({ data: { member_id, accounts = [] } }) => ({
    about: [member_id, ...accounts.flatMap(({ account_id, ids }) => [account_id, ...ids])],
    details: accounts.length === 0 ? {} : { accounts_erased: accounts.length },
  }),
  'pairing-code-made': ({ data }) => ({ about: [data.member_id], details: {} }),
  'device-paired': ({ data, subject }) => ({
    about: [data.device_id, memberOrNull(subject)],
    details: { plugin: data.plugin, member: memberOrNull(subject) },
  }),
  'device-token-made': ({ data }) => ({
    about: [data.device_id, data.member_id],
    details: { plugin: data.plugin, member: data.member_id },
  }),
  'device-renamed': ({ data, subject }) => ({
    about: [data.device_id, memberOrNull(subject)],
    details: { member: memberOrNull(subject) },
  }),
  'device-revoked': ({ data, subject }) => ({
    about: [data.device_id, memberOrNull(subject)],
    details: { member: memberOrNull(subject) },
  }),
  'sharing-changed': ({ data: { account_id, category, audience, with: members } }) => ({
    about: [account_id, ...members],
    details: { category, audience, with: members },
  }),
  'account-transferred': ({ data }) => ({
    about: [data.account_id, data.member_id],
    details: { member: data.member_id },
  }),
  'account-blocked': ({ data }) => ({
    about: [data.account_id, data.member_id],
    details: { member: data.member_id, blocked: data.blocked },
  }),
  'account-erased': ({ data }) => ({ about: [data.account_id, ...data.ids], details: {} }),
  'key-created': ({ data }) => ({
    about: [data.key_id, data.member_id],
    details: {
      prefix: data.prefix,
      kind: data.kind,
      member: data.member_id,
      categories: data.categories,
      accounts: data.accounts,
      rate_limit_per_minute: data.rate_limit_per_minute,
      expires_at: data.expires_at,
    },
  }),
  'key-changed': ({ data: { key_id, name, actor: _, ...changes }, subject }) => ({
    about: [key_id, memberOrNull(subject)],
    details: { changed: changedOf({ name, ...changes }), ...changes },
  }),
  'key-revoked': ({ data, subject }) => ({ about: [data.key_id, memberOrNull(subject)], details: {} }),
  'competition-created': ({ data: { competition_id, metric, from, to, teams } }) => ({
    about: [competition_id],
    details: { metric: metric.kind, from, to, teams: teams.length },
  }),
  'competition-changed': ({ data: { competition_id, actor: _, ...changes } }) => ({
    about: [competition_id],
    details: {
      changed: changedOf(changes),
      ...(changes.from !== undefined && { from: changes.from }),
      ...(changes.to !== undefined && { to: changes.to }),
    },
  }),
  'competition-ended': ({ data }) => ({ about: [data.competition_id], details: {} }),
  'decommission-switched': ({ data }) => ({ about: [], details: { on: data.on } }),
  'parked-record-retried': ({ data }) => ({
    about: [data.record_id],
    details: { projections: data.projections, offset: data.offset },
  }),
  'parked-record-dropped': ({ data }) => ({
    about: [data.record_id],
    details: { projections: data.projections, offset: data.offset },
  }),
};

export const auditedTypes = Object.keys(saidBy) as AuditedEvent['type'][];

export function auditDetailsOf(event: AuditedEvent): AuditDetails {
  const say = saidBy[event.type] as (event: AuditedEvent) => AuditDetails;
  return say(event);
}

function changedOf(data: Readonly<Record<string, unknown>>): string[] {
  const unsaid = new Set(['member_id', 'actor', 'chat_id_checked']);
  return Object.keys(data).filter((field) => !unsaid.has(field) && data[field] !== undefined);
}

/** The subject of a device or key without a member is `hub`. */
function memberOrNull(subject: string): string | null {
  return subject === 'hub' ? null : subject;
}
