import type { EventDefinition } from '../../shared/events/event.ts';
import { skillPart, stateParts } from '../../shared/events/state-parts.ts';
import { accountDescribed } from '../../shared/events/types/account-described.ts';
import { accountSeen } from '../../shared/events/types/account-seen.ts';
import { dataKeyMade } from '../../shared/events/types/data-key-made.ts';
import { devicePaired } from '../../shared/events/types/device-paired.ts';
import { deviceSeen } from '../../shared/events/types/device-seen.ts';
import { gameEventRecorded } from '../../shared/events/types/game-event-recorded.ts';
import { gearReported } from '../../shared/events/types/gear-reported.ts';
import { identitySeen } from '../../shared/events/types/identity-seen.ts';
import { payloadReceived } from '../../shared/events/types/payload-received.ts';
import { positionReported } from '../../shared/events/types/position-reported.ts';
import { secretFingerprinted } from '../../shared/events/types/secret-fingerprinted.ts';
import { sessionEnded } from '../../shared/events/types/session-ended.ts';
import { xpReported } from '../../shared/events/types/xp-reported.ts';

/** Every type of event that ingest appends. Its database role can append no other type. */
export const reportedTypes: readonly EventDefinition[] = [
  ...Object.values(stateParts).map(({ reported }) => reported),
  skillPart.reported,
  accountDescribed,
  accountSeen,
  dataKeyMade,
  devicePaired,
  deviceSeen,
  gameEventRecorded,
  gearReported,
  identitySeen,
  payloadReceived,
  positionReported,
  secretFingerprinted,
  sessionEnded,
  xpReported,
];
