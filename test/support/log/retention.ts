import type { Retention } from '../../../shared/events/streams.ts';

const dayMs = 86_400_000;

/** The default settings, in ms. */
export const testRetention: Retention = {
  rawPayloadMs: 3 * dayMs,
  locationMs: 30 * dayMs,
  tileTrailMs: 7 * dayMs,
  auditLogMs: 730 * dayMs,
};
