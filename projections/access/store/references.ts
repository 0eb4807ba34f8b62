import { nameKey } from '../../../shared/domain/text.ts';
import type { AccessEvent } from '../fold/evolve.ts';
import { isFact } from '../fold/evolve.ts';

/** What the events of a batch speak of, and so what the fold may ask for. */
export interface References {
  readonly recordIds: Set<string>;
  readonly memberIds: Set<string>;
  readonly memberNames: Set<string>;
  readonly leaverIds: Set<string>;
  readonly codeHashes: Set<string>;
  /** Members whose open codes are counted. */
  readonly codeMemberIds: Set<string>;
  readonly deviceIds: Set<string>;
  readonly accountIds: Set<string>;
  readonly accountNames: Set<string>;
  /** `[source, external id]` */
  readonly identities: (readonly [string, string])[];
  readonly keyIds: Set<string>;
  readonly keyPrefixes: Set<string>;
  /** Members whose keys are counted. */
  readonly keyMemberIds: Set<string>;
  /** Accounts and members that may have been erased. */
  readonly subjects: Set<string>;
  readonly erasedAccountIds: Set<string>;
  readonly erasedMemberIds: Set<string>;
  /** Accounts of which a member is blocked. */
  readonly blockedAccountIds: Set<string>;
  readonly parkedRecordIds: Set<string>;
  readonly isDecommission: boolean;
  readonly earliest: number;
}

export function referencesOf(events: readonly AccessEvent[]): References {
  const references: References = {
    recordIds: new Set(),
    memberIds: new Set(),
    memberNames: new Set(),
    leaverIds: new Set(),
    codeHashes: new Set(),
    codeMemberIds: new Set(),
    deviceIds: new Set(),
    accountIds: new Set(),
    accountNames: new Set(),
    identities: [],
    keyIds: new Set(),
    keyPrefixes: new Set(),
    keyMemberIds: new Set(),
    subjects: new Set(),
    erasedAccountIds: new Set(),
    erasedMemberIds: new Set(),
    blockedAccountIds: new Set(),
    parkedRecordIds: new Set(),
    isDecommission: events.some((event) => event.type === 'decommission-switched'),
    earliest: events.reduce(
      (earliest, event) => Math.min(earliest, event.recordTime),
      Number.MAX_SAFE_INTEGER,
    ),
  };
  for (const event of events) collect(references, event);
  return references;
}

function collect(references: References, event: AccessEvent): void {
  if (!isFact(event)) references.recordIds.add(event.recordId);
  references.subjects.add(event.subject);
  const { data } = event;
  if ('member_id' in data && data.member_id !== null) references.memberIds.add(data.member_id);
  if ('code_hash' in data) references.codeHashes.add(data.code_hash);
  if ('device_id' in data) references.deviceIds.add(data.device_id);
  if ('account_id' in data) references.accountIds.add(data.account_id);
  if ('key_id' in data) references.keyIds.add(data.key_id);
  collectRelated(references, event);
}

function collectRelated(references: References, { type, data }: AccessEvent): void {
  switch (type) {
    case 'member-added':
    case 'member-changed':
      if (data.name !== undefined) references.memberNames.add(nameKey(data.name));
      break;
    case 'member-left':
      references.leaverIds.add(data.member_id);
      break;
    case 'member-erased':
      references.leaverIds.add(data.member_id);
      references.erasedMemberIds.add(data.member_id);
      break;
    case 'account-erased':
      for (const id of [data.account_id, ...data.ids]) references.erasedAccountIds.add(id);
      break;
    case 'account-blocked':
      references.blockedAccountIds.add(data.account_id);
      break;
    case 'parked-record-retried':
    case 'parked-record-dropped':
      references.parkedRecordIds.add(data.record_id);
      break;
    case 'pairing-code-made':
      references.codeMemberIds.add(data.member_id);
      break;
    case 'identity-seen':
      references.identities.push([data.source, data.external_id]);
      references.subjects.add(data.account_id).add(data.member_id);
      if (data.name !== null) references.accountNames.add(nameKey(data.name));
      break;
    case 'sharing-changed':
      for (const memberId of data.with) references.memberIds.add(memberId);
      break;
    case 'key-created':
      references.keyPrefixes.add(data.prefix);
      if (data.member_id !== null) references.keyMemberIds.add(data.member_id);
      break;
  }
}
