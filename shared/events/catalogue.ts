import type { EventDefinition, RecordedEventOf } from './event.ts';
import { holdings } from './holdings.ts';
import * as accounts from './membership/accounts.ts';
import * as apiKeys from './membership/api-keys.ts';
import * as competitions from './membership/competitions.ts';
import * as devices from './membership/devices.ts';
import * as hub from './membership/hub.ts';
import * as members from './membership/members.ts';
import { skillPart, stateParts } from './state-parts.ts';
import { accountDescribed } from './types/account-described.ts';
import { accountSeen } from './types/account-seen.ts';
import { auditEntryMade } from './types/audit-entry-made.ts';
import { dataKeyMade } from './types/data-key-made.ts';
import { deviceSeen } from './types/device-seen.ts';
import { feedEpochOpened } from './types/feed-epoch-opened.ts';
import { gameEventRecorded } from './types/game-event-recorded.ts';
import { gearReported } from './types/gear-reported.ts';
import { memberChangeRefused } from './types/member-change-refused.ts';
import { operatorNamed } from './types/operator-named.ts';
import { payloadReceived } from './types/payload-received.ts';
import { positionReported } from './types/position-reported.ts';
import { secretFingerprinted } from './types/secret-fingerprinted.ts';
import { sessionEnded } from './types/session-ended.ts';
import { tilesWalked } from './types/tiles-walked.ts';
import { xpCorrected } from './types/xp-corrected.ts';
import { xpReported } from './types/xp-reported.ts';

const membership = { ...accounts, ...apiKeys, ...competitions, ...devices, ...hub, ...members };

/** A decision of a person, a device or the hub. */
export type MembershipEvent = RecordedEventOf<(typeof membership)[keyof typeof membership]>;

/** Every type of event that the log may hold. */
export const catalogue: readonly EventDefinition[] = [
  ...Object.values(stateParts).map(({ reported }) => reported),
  skillPart.reported,
  ...Object.values(holdings),
  ...Object.values(membership),
  accountDescribed,
  accountSeen,
  auditEntryMade,
  dataKeyMade,
  deviceSeen,
  feedEpochOpened,
  gameEventRecorded,
  gearReported,
  memberChangeRefused,
  operatorNamed,
  payloadReceived,
  positionReported,
  secretFingerprinted,
  sessionEnded,
  tilesWalked,
  xpCorrected,
  xpReported,
];

const byType = new Map(catalogue.map((definition) => [definition.type, definition]));

export function definitionOf(type: string): EventDefinition | undefined {
  return byType.get(type);
}
