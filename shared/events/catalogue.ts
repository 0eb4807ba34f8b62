import type { EventDefinition } from './event.ts';
import { holdings } from './holdings.ts';
import { skillPart, stateParts } from './state-parts.ts';
import { accountBlocked } from './types/account-blocked.ts';
import { accountDescribed } from './types/account-described.ts';
import { accountErased } from './types/account-erased.ts';
import { accountSeen } from './types/account-seen.ts';
import { accountTransferred } from './types/account-transferred.ts';
import { adminChanged } from './types/admin-changed.ts';
import { apiKeyChanged } from './types/api-key-changed.ts';
import { apiKeyCreated } from './types/api-key-created.ts';
import { apiKeyRevoked } from './types/api-key-revoked.ts';
import { auditEntryMade } from './types/audit-entry-made.ts';
import { competitionChanged } from './types/competition-changed.ts';
import { competitionCreated } from './types/competition-created.ts';
import { competitionEnded } from './types/competition-ended.ts';
import { dataKeyMade } from './types/data-key-made.ts';
import { decommissionSwitched } from './types/decommission-switched.ts';
import { devicePaired } from './types/device-paired.ts';
import { deviceRenamed } from './types/device-renamed.ts';
import { deviceRevoked } from './types/device-revoked.ts';
import { deviceSeen } from './types/device-seen.ts';
import { deviceTokenMade } from './types/device-token-made.ts';
import { feedEpochOpened } from './types/feed-epoch-opened.ts';
import { gameEventRecorded } from './types/game-event-recorded.ts';
import { gearReported } from './types/gear-reported.ts';
import { identitySeen } from './types/identity-seen.ts';
import { memberAdded } from './types/member-added.ts';
import { memberChangeRefused } from './types/member-change-refused.ts';
import { memberChanged } from './types/member-changed.ts';
import { memberErased } from './types/member-erased.ts';
import { memberLeft } from './types/member-left.ts';
import { operatorNamed } from './types/operator-named.ts';
import { pairingCodeMade } from './types/pairing-code-made.ts';
import { parkedRecordDropped } from './types/parked-record-dropped.ts';
import { parkedRecordRetried } from './types/parked-record-retried.ts';
import { payloadReceived } from './types/payload-received.ts';
import { positionReported } from './types/position-reported.ts';
import { secretFingerprinted } from './types/secret-fingerprinted.ts';
import { sessionEnded } from './types/session-ended.ts';
import { sharingChanged } from './types/sharing-changed.ts';
import { tilesWalked } from './types/tiles-walked.ts';
import { xpCorrected } from './types/xp-corrected.ts';
import { xpReported } from './types/xp-reported.ts';

/** Every type of event that the log may hold. */
export const catalogue: readonly EventDefinition[] = [
  ...Object.values(stateParts).map(({ reported }) => reported),
  skillPart.reported,
  ...Object.values(holdings),
  accountBlocked,
  accountDescribed,
  accountErased,
  accountSeen,
  accountTransferred,
  adminChanged,
  auditEntryMade,
  competitionChanged,
  competitionCreated,
  competitionEnded,
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
  apiKeyChanged,
  apiKeyCreated,
  apiKeyRevoked,
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
  tilesWalked,
  xpCorrected,
  xpReported,
];

const byType = new Map(catalogue.map((definition) => [definition.type, definition]));

export function definitionOf(type: string): EventDefinition | undefined {
  return byType.get(type);
}
