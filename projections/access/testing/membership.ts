import {
  type DataOf,
  type EventDefinition,
  type NewEvent,
  type NewEventOf,
  newEvent,
  type RecordedEvent,
} from '../../../shared/events/event.ts';
import {
  accountBlocked,
  accountErased,
  accountTransferred,
  identitySeen,
  sharingChanged,
} from '../../../shared/events/membership/accounts.ts';
import { apiKeyChanged, apiKeyCreated, apiKeyRevoked } from '../../../shared/events/membership/api-keys.ts';
import {
  competitionChanged,
  competitionCreated,
  competitionEnded,
} from '../../../shared/events/membership/competitions.ts';
import {
  devicePaired,
  deviceRenamed,
  deviceRevoked,
  deviceTokenMade,
  pairingCodeMade,
} from '../../../shared/events/membership/devices.ts';
import {
  decommissionSwitched,
  parkedRecordDropped,
  parkedRecordRetried,
} from '../../../shared/events/membership/hub.ts';
import {
  adminChanged,
  memberAdded,
  memberChanged,
  memberErased,
  memberLeft,
} from '../../../shared/events/membership/members.ts';
import { accountDescribed } from '../../../shared/events/types/account-described.ts';
import { deviceSeen } from '../../../shared/events/types/device-seen.ts';
import { memberChangeRefused } from '../../../shared/events/types/member-change-refused.ts';
import type { AccessEvent } from '../fold/evolve.ts';

/** A uuid: `id(7)` ends in 7. */
export function id(number: number): string {
  return `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
}

export const [quill, bram, tess] = [id(1), id(2), id(3)];

function base64(text: string): string {
  return Buffer.from(text).toString('base64');
}

type Some<D extends EventDefinition> = Partial<DataOf<D>>;

function state<D extends EventDefinition>(definition: D, subject: string, data: DataOf<D>): NewEventOf<D> {
  return newEvent(definition, { subject, source: 'cli' }, data);
}

export const given = {
  member: (memberId: string, name: string, data: Some<typeof memberAdded> = {}) =>
    state(memberAdded, memberId, { member_id: memberId, name, chat_id: null, time_zone: 'UTC', ...data }),
  changeMember: (memberId: string, data: Some<typeof memberChanged>) =>
    state(memberChanged, memberId, { member_id: memberId, ...data }),
  refusedMemberChange: (memberId: string, data: Omit<DataOf<typeof memberChangeRefused>, 'member_id'>) =>
    state(memberChangeRefused, memberId, { member_id: memberId, ...data }),
  admin: (memberId: string, admin = true, data: Some<typeof adminChanged> = {}) =>
    state(adminChanged, 'hub', { member_id: memberId, admin, ...data }),
  leaving: (memberId: string) => state(memberLeft, 'hub', { member_id: memberId }),
  code: (memberId: string, code: string) =>
    state(pairingCodeMade, memberId, { member_id: memberId, code_hash: base64(code) }),
  pairing: (deviceId: string, code: string, subject = 'hub') =>
    state(devicePaired, subject, {
      device_id: deviceId,
      code_hash: base64(code),
      token_hash: base64(`token of ${deviceId}`),
      plugin: 'ha',
      name: 'HA Exporter',
    }),
  deviceToken: (deviceId: string, memberId: string, data: Some<typeof deviceTokenMade> = {}) =>
    state(deviceTokenMade, memberId, {
      device_id: deviceId,
      member_id: memberId,
      token_hash: base64(`token of ${deviceId}`),
      plugin: 'wayfarer',
      name: 'Wayfarer',
      ...data,
    }),
  deviceName: (deviceId: string, name: string, subject = 'hub') =>
    state(deviceRenamed, subject, { device_id: deviceId, name }),
  revokeDevice: (deviceId: string, subject = 'hub') => state(deviceRevoked, subject, { device_id: deviceId }),
  deviceSighting: (deviceId: string, at: number, subject = 'hub') =>
    state(deviceSeen, subject, { device_id: deviceId, at }),
  identity: (accountId: string, memberId: string, data: Some<typeof identitySeen> = {}) =>
    state(identitySeen, accountId, {
      account_id: accountId,
      source: 'ha_hash',
      external_id: `hash of ${accountId}`,
      name: null,
      member_id: memberId,
      ...data,
    }),
  description: (accountId: string, name: string | null, type: number | null = 0) =>
    state(accountDescribed, accountId, { account_id: accountId, name, type }),
  sharing: (accountId: string, data: Omit<DataOf<typeof sharingChanged>, 'account_id'>) =>
    state(sharingChanged, accountId, { account_id: accountId, ...data }),
  key: (number: number, memberId: string | null, data: Some<typeof apiKeyCreated> = {}) =>
    state(apiKeyCreated, memberId ?? 'hub', {
      key_id: id(number),
      prefix: `prefix${String(number).padStart(4, '0')}`,
      secret_hash: Buffer.alloc(32, number).toString('base64'),
      kind: memberId === null ? 'service' : 'user',
      name: `key ${number}`,
      member_id: memberId,
      categories: ['stats'],
      accounts: null,
      rate_limit_per_minute: 120,
      expires_at: null,
      ...data,
    }),
  changeApiKey: (number: number, data: Some<typeof apiKeyChanged>) =>
    state(apiKeyChanged, 'hub', { key_id: id(number), ...data }),
  revokeApiKey: (number: number) => state(apiKeyRevoked, 'hub', { key_id: id(number) }),
  eraseAccount: (accountId: string, ...ids: string[]) =>
    state(accountErased, 'hub', { account_id: accountId, ids }),
  eraseMember: (memberId: string, data: Some<typeof memberErased> = {}) =>
    state(memberErased, 'hub', { member_id: memberId, ...data }),
  transfer: (accountId: string, memberId: string | null) =>
    state(accountTransferred, accountId, { account_id: accountId, member_id: memberId }),
  block: (accountId: string, memberId: string, blocked = true) =>
    state(accountBlocked, accountId, { account_id: accountId, member_id: memberId, blocked }),
  dropParkedRecord: (recordId: string, ...projections: string[]) =>
    state(parkedRecordDropped, 'hub', { record_id: recordId, projections, offset: 3 }),
  retryParkedRecord: (recordId: string, ...projections: string[]) =>
    state(parkedRecordRetried, 'hub', { record_id: recordId, projections, offset: 3 }),
  competition: (number: number, data: Some<typeof competitionCreated> = {}) =>
    state(competitionCreated, 'hub', {
      competition_id: id(number),
      title: `competition ${number}`,
      metric: { kind: 'xp', name: 'Overall' },
      from: start,
      to: start + 3_600_000,
      teams: [],
      ...data,
    }),
  changeCompetition: (number: number, data: Some<typeof competitionChanged>) =>
    state(competitionChanged, 'hub', { competition_id: id(number), ...data }),
  endCompetition: (number: number) => state(competitionEnded, 'hub', { competition_id: id(number) }),
  decommission: (on: boolean) => state(decommissionSwitched, 'hub', { on }),
} as const;

export type Given = ReturnType<(typeof given)[keyof typeof given]>;

/** The record time of the first event. */
export const start = 1_800_000_000_000;

/** Events as they are read back, a second apart. */
export function recorded(events: readonly NewEvent[]): AccessEvent[] {
  return events.map((event, offset) => recordedAt(event, offset, start + offset * 1_000));
}

export function recordedAt(event: NewEvent, offset: number, recordTime: number): AccessEvent {
  const { stream, type, recordId, subject, source, data } = event;
  const record: RecordedEvent = {
    stream,
    partition: 0,
    offset,
    type,
    recordId,
    subject,
    source,
    recordTime,
    data,
  };
  return record as AccessEvent;
}
