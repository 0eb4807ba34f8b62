import type { accountBlocked } from '../../../shared/events/account-blocked.ts';
import type { accountDescribed } from '../../../shared/events/account-described.ts';
import type { accountErased } from '../../../shared/events/account-erased.ts';
import type { accountTransferred } from '../../../shared/events/account-transferred.ts';
import type { decommissionSwitched } from '../../../shared/events/decommission-switched.ts';
import type { devicePaired } from '../../../shared/events/device-paired.ts';
import type { deviceRevoked } from '../../../shared/events/device-revoked.ts';
import type { deviceSeen } from '../../../shared/events/device-seen.ts';
import type { RecordedEventOf } from '../../../shared/events/event.ts';
import type { identitySeen } from '../../../shared/events/identity-seen.ts';
import type { keyChanged } from '../../../shared/events/key-changed.ts';
import type { keyCreated } from '../../../shared/events/key-created.ts';
import type { keyRevoked } from '../../../shared/events/key-revoked.ts';
import type { memberAdded } from '../../../shared/events/member-added.ts';
import type { memberChanged } from '../../../shared/events/member-changed.ts';
import type { memberErased } from '../../../shared/events/member-erased.ts';
import type { memberLeft } from '../../../shared/events/member-left.ts';
import type { pairingCodeMade } from '../../../shared/events/pairing-code-made.ts';
import type { parkedRecordDropped } from '../../../shared/events/parked-record-dropped.ts';
import type { parkedRecordRetried } from '../../../shared/events/parked-record-retried.ts';
import type { sharingChanged } from '../../../shared/events/sharing-changed.ts';
import { blockReporter, changeSharing, describeAccount, transferAccount } from './accounts.ts';
import { switchDecommission } from './decommission.ts';
import { openPairingCode, pairDevice, revokeDevice, seeDevice } from './devices.ts';
import { eraseAccount, eraseMember } from './erasures.ts';
import { seeIdentity } from './identities.ts';
import { changeKey, createKey, revokeKey } from './keys.ts';
import { addMember, changeMember, removeMember } from './members.ts';
import { decideParked } from './parked-decisions.ts';
import type { Refusal } from './refusal.ts';
import { type AccessTables, put } from './tables.ts';

/** What ingest states: it happened, nothing is granted. */
type Fact = RecordedEventOf<typeof identitySeen | typeof accountDescribed | typeof deviceSeen>;

/** What somebody wants, and waits to hear whether it was granted. */
export type AccessCommand = RecordedEventOf<
  | typeof memberAdded
  | typeof memberChanged
  | typeof memberLeft
  | typeof memberErased
  | typeof pairingCodeMade
  | typeof devicePaired
  | typeof deviceRevoked
  | typeof sharingChanged
  | typeof accountTransferred
  | typeof accountBlocked
  | typeof accountErased
  | typeof keyCreated
  | typeof keyChanged
  | typeof keyRevoked
  | typeof decommissionSwitched
  | typeof parkedRecordRetried
  | typeof parkedRecordDropped
>;

export type AccessEvent = Fact | AccessCommand;

/**
 * The tables after an event. A command leaves its verdict under its record id, so that the record again changes
 * nothing, whatever became possible or impossible in between. What straggles in about somebody erased changes nothing.
 */
export function evolve(tables: AccessTables, event: AccessEvent): AccessTables {
  if (tables.erased.get(event.subject) !== undefined) return tables;
  if (isFact(event)) return takeFact(tables, event);
  if (tables.verdicts.get(event.recordId) !== undefined) return tables;
  const outcome = decide(tables, event);
  return typeof outcome === 'string'
    ? put(tables, event, 'verdicts', event.recordId, { refusal: outcome, subject: event.subject })
    : put(outcome, event, 'verdicts', event.recordId, { refusal: null, subject: event.subject });
}

export function isFact(event: AccessEvent): event is Fact {
  return event.type === 'identity-seen' || event.type === 'account-described' || event.type === 'device-seen';
}

function takeFact(tables: AccessTables, event: Fact): AccessTables {
  switch (event.type) {
    case 'identity-seen':
      return seeIdentity(tables, event);
    case 'account-described':
      return describeAccount(tables, event);
    case 'device-seen':
      return seeDevice(tables, event);
  }
}

function decide(tables: AccessTables, event: AccessCommand): AccessTables | Refusal {
  switch (event.type) {
    case 'member-added':
      return addMember(tables, event);
    case 'member-changed':
      return changeMember(tables, event);
    case 'member-left':
      return removeMember(tables, event);
    case 'member-erased':
      return eraseMember(tables, event);
    case 'pairing-code-made':
      return openPairingCode(tables, event);
    case 'device-paired':
      return pairDevice(tables, event);
    case 'device-revoked':
      return revokeDevice(tables, event);
    case 'sharing-changed':
      return changeSharing(tables, event);
    case 'account-transferred':
      return transferAccount(tables, event);
    case 'account-blocked':
      return blockReporter(tables, event);
    case 'account-erased':
      return eraseAccount(tables, event);
    case 'key-created':
      return createKey(tables, event);
    case 'key-changed':
      return changeKey(tables, event);
    case 'key-revoked':
      return revokeKey(tables, event);
    case 'decommission-switched':
      return switchDecommission(tables, event);
    case 'parked-record-retried':
    case 'parked-record-dropped':
      return decideParked(tables, event);
  }
}
