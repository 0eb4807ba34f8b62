import { dayMs, hourMs } from '../../domain/durations.ts';
import type { Retention, RetentionSetting } from '../../events/streams.ts';
import type { RowRetentionMsBySetting } from '../../projection/upkeep/expire-rows.ts';
import { kafkaSettings } from '../../settings/kafka-settings.ts';
import { integerSetting } from '../../settings/settings.ts';
import { tileTrailDaysOf } from './tile-days.ts';

/** Settings of every process that opens the log. The projector applies the retention. */
export const logSettings = {
  ...kafkaSettings,
  RAW_PAYLOAD_RETENTION_HOURS: integerSetting({ min: 1, max: 8_760, unit: 'hours' })
    .default(72)
    .meta({ purpose: 'How long bodies of reports are kept. `hub raw replay` needs them.' }),
  LOCATION_RETENTION_DAYS: integerSetting({ min: 1, max: 3_650, unit: 'days' })
    .default(30)
    .meta({ purpose: 'How long trails are kept, in the log and in the table.' }),
  TILE_TRAIL_DAYS: integerSetting({ min: 0, max: 3_650, unit: 'days' }).default(7).meta({
    purpose:
      'How long every walked tile is kept. A value above `LOCATION_RETENTION_DAYS` counts as `LOCATION_RETENTION_DAYS`. 0 keeps no tiles.',
  }),
  AUDIT_LOG_RETENTION_DAYS: integerSetting({ min: 1, max: 36_500, unit: 'days' })
    .default(730)
    .meta({ purpose: 'How long entries of the audit log are kept.' }),
};

/** Settings of every process that projects the log. */
export const projectionSettings = {
  KEEP_PREVIOUS_DAYS: integerSetting({ min: 0, max: 3_650, unit: 'days' }).default(7).meta({
    purpose:
      'How long the earlier tables of a projection are kept after a promotion. 0 keeps them until `hub projections retire NAME --previous`.',
  }),
};

/** The time after a promotion until the previous generation is dropped, in ms; null for never. */
export function keepPreviousMsOf(settings: { readonly KEEP_PREVIOUS_DAYS: number }): number | null {
  const days = settings.KEEP_PREVIOUS_DAYS;
  return days === 0 ? null : days * dayMs;
}

/** The age limits for answers of the read API. */
export const historySettings = {
  XP_RAW_RETENTION_DAYS: integerSetting({ min: 14, max: 36_500, unit: 'days' }).default(365).meta({
    purpose:
      'How long xp samples of every 5 minutes are kept. Xp samples of every hour and day are kept for ever.',
  }),
  LOCATION_RETENTION_DAYS: logSettings.LOCATION_RETENTION_DAYS,
  TILE_TRAIL_DAYS: logSettings.TILE_TRAIL_DAYS,
};

/**
 * How long rows of tables are kept, in days. The projector deletes older rows. A projection's
 * `retention` names a setting.
 */
export const rowSettings = {
  ...historySettings,
  AUDIT_LOG_RETENTION_DAYS: logSettings.AUDIT_LOG_RETENTION_DAYS,
};

export function retentionOf(settings: Readonly<Record<RetentionSetting, number>>): Retention {
  return {
    rawPayloadMs: settings.RAW_PAYLOAD_RETENTION_HOURS * hourMs,
    locationMs: settings.LOCATION_RETENTION_DAYS * dayMs,
    // A log keeps every record for at least an hour. With 0 days nothing is appended.
    tileTrailMs: Math.max(hourMs, tileTrailDaysOf(settings) * dayMs),
    auditLogMs: settings.AUDIT_LOG_RETENTION_DAYS * dayMs,
  };
}

export function rowRetentionOf(
  settings: Readonly<Record<keyof typeof rowSettings, number>>,
): RowRetentionMsBySetting {
  const names = Object.keys(rowSettings) as (keyof typeof rowSettings)[];
  const days = { ...settings, TILE_TRAIL_DAYS: tileTrailDaysOf(settings) };
  return Object.fromEntries(names.map((name) => [name, days[name] * dayMs]));
}
