import { accountBlocked } from './account-blocked.ts';
import { accountDescribed } from './account-described.ts';
import { accountErased } from './account-erased.ts';
import { accountSeen } from './account-seen.ts';
import { accountTransferred } from './account-transferred.ts';
import { adminChanged } from './admin-changed.ts';
import { auditEntryMade } from './audit-entry-made.ts';
import { dataKeyMade } from './data-key-made.ts';
import { decommissionSwitched } from './decommission-switched.ts';
import { devicePaired } from './device-paired.ts';
import { deviceRenamed } from './device-renamed.ts';
import { deviceRevoked } from './device-revoked.ts';
import { deviceSeen } from './device-seen.ts';
import { deviceTokenMade } from './device-token-made.ts';
import type { EventDefinition } from './event.ts';
import { feedEpochOpened } from './feed-epoch-opened.ts';
import { gameEventRecorded } from './game-event-recorded.ts';
import { gearReported } from './gear-reported.ts';
import { identitySeen } from './identity-seen.ts';
import { keyChanged } from './key-changed.ts';
import { keyCreated } from './key-created.ts';
import { keyRevoked } from './key-revoked.ts';
import { memberAdded } from './member-added.ts';
import { memberChangeRefused } from './member-change-refused.ts';
import { memberChanged } from './member-changed.ts';
import { memberErased } from './member-erased.ts';
import { memberLeft } from './member-left.ts';
import { operatorNamed } from './operator-named.ts';
import { pairingCodeMade } from './pairing-code-made.ts';
import { parkedRecordDropped } from './parked-record-dropped.ts';
import { parkedRecordRetried } from './parked-record-retried.ts';
import { payloadReceived } from './payload-received.ts';
import { positionReported } from './position-reported.ts';
import { secretFingerprinted } from './secret-fingerprinted.ts';
import { sessionEnded } from './session-ended.ts';
import { sharingChanged } from './sharing-changed.ts';
import { skillPart, stateParts } from './state-parts.ts';
import { xpCorrected } from './xp-corrected.ts';
import { xpReported } from './xp-reported.ts';

/** Every type of event that the log may hold. */
export const catalogue: readonly EventDefinition[] = [
  ...Object.values(stateParts).map(({ reported }) => reported),
  skillPart.reported,
  accountBlocked,
  accountDescribed,
  accountErased,
  accountSeen,
  accountTransferred,
  adminChanged,
  auditEntryMade,
  dataKeyMade,
  decommissionSwitched,
  devicePaired,
  deviceRenamed,
  deviceRevoked,
  deviceSeen,
  deviceTokenMade,
  feedEpochOpened,
  gameEventRecorded,
  gearReported,
  identitySeen,
  keyChanged,
  keyCreated,
  keyRevoked,
  memberAdded,
  memberChangeRefused,
  memberChanged,
  memberErased,
  memberLeft,
  operatorNamed,
  pairingCodeMade,
  parkedRecordDropped,
  parkedRecordRetried,
  payloadReceived,
  positionReported,
  secretFingerprinted,
  sessionEnded,
  sharingChanged,
  xpCorrected,
  xpReported,
];

const byType = new Map(catalogue.map((definition) => [definition.type, definition]));

export function definitionOf(type: string): EventDefinition | undefined {
  return byType.get(type);
}
