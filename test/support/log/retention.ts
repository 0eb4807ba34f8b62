import type { Retention } from '../../../shared/events/streams.ts';

const dayMs = 86_400_000;

/** The default settings, in ms. */
export const testRetention: Retention = {
  RAW_PAYLOAD_RETENTION_HOURS: 3 * dayMs,
  LOCATION_RETENTION_DAYS: 30 * dayMs,
  TILE_TRAIL_DAYS: 7 * dayMs,
  AUDIT_LOG_RETENTION_DAYS: 730 * dayMs,
};
