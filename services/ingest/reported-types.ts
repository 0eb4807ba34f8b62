import { catalogue } from '../../shared/events/catalogue.ts';
import type { EventDefinition } from '../../shared/events/event.ts';

const names = new Set([
  'account-described',
  'account-seen',
  'data-key-made',
  'device-paired',
  'device-seen',
  'feed-epoch-opened',
  'game-event-recorded',
  'gear-reported',
  'identity-seen',
  'payload-received',
  'position-reported',
  'secret-fingerprinted',
  'session-ended',
  'tiles-walked',
  'xp-reported',
]);

/** The database role of ingest can append no other type. */
export const reportedTypes: readonly EventDefinition[] = catalogue.filter(
  ({ type, stream }) => stream === 'hub.state' || stream === 'hub.holdings' || names.has(type),
);
