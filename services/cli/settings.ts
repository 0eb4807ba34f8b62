import { z } from 'zod';
import type { Retention } from '../../shared/events/streams.ts';
import { backupSettings } from '../../shared/process/settings/backup-settings.ts';
import { loadEnvironment } from '../../shared/process/settings/environment-settings.ts';
import { readProcessSettings } from '../../shared/process/settings/read-process-settings.ts';
import { retentionOf, rowRetentionOf } from '../../shared/process/settings/retention-settings.ts';
import type { RowRetentionMsBySetting } from '../../shared/projection/upkeep/expire-rows.ts';
import { standaloneSettings } from '../standalone/settings.ts';

const hubSettings = standaloneSettings.pick({
  HUB_SECRET: true,
  PUBLIC_URL: true,
  HOST: true,
  PORT: true,
  DATA_DIR: true,
  DATABASE_URL: true,
  DATABASE_OWNER_URL: true,
  KAFKA_BROKERS: true,
  KAFKA_SSL: true,
  KAFKA_SASL_MECHANISM: true,
  KAFKA_USERNAME: true,
  KAFKA_PASSWORD: true,
  KAFKA_TOPIC_PREFIX: true,
  RAW_PAYLOAD_RETENTION_HOURS: true,
  LOCATION_RETENTION_DAYS: true,
  TILE_TRAIL_DAYS: true,
  AUDIT_LOG_RETENTION_DAYS: true,
  XP_RAW_RETENTION_DAYS: true,
  MIN_FREE_DISK: true,
  BACKUP_DIR: true,
});

export type HubSettings = z.infer<typeof hubSettings>;

/** The settings that commands other than the doctor read. */
export const commandSettingNames: ReadonlySet<string> = new Set(Object.keys(hubSettings.shape));

/** @throws OperatorError that names the first bad variable */
export function readHubSettings(): HubSettings {
  return readProcessSettings(hubSettings, loadEnvironment());
}

const doctorSettings = z.object({ ...standaloneSettings.shape, ...backupSettings });

export type DoctorSettings = z.infer<typeof doctorSettings>;

/** @throws as `readHubSettings` */
export function readDoctorSettings(): DoctorSettings {
  return readProcessSettings(doctorSettings, loadEnvironment());
}

/** The retention of expiring records, ms. @throws as `readHubSettings` */
export function readRetention(): Retention {
  return retentionOf(readHubSettings());
}

/** The retention of rows in tables, ms. @throws as `readHubSettings` */
export function readRowRetention(): RowRetentionMsBySetting {
  return rowRetentionOf(readHubSettings());
}

/** @throws as `readHubSettings` */
export function readBackupDir(): string {
  return readHubSettings().BACKUP_DIR;
}
