import { z } from 'zod';
import type { Retention } from '../../shared/events/streams.ts';
import { backupSettings } from '../../shared/process/settings/backup-settings.ts';
import { loadEnvironment } from '../../shared/process/settings/environment-settings.ts';
import { readProcessSettings } from '../../shared/process/settings/read-process-settings.ts';
import {
  logSettings,
  retentionOf,
  rowRetentionOf,
  rowSettings,
} from '../../shared/process/settings/retention-settings.ts';
import type { RowRetentionMsBySetting } from '../../shared/projection/upkeep/expire-rows.ts';
import { readSettings } from '../../shared/settings/settings.ts';
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
});

export type HubSettings = z.infer<typeof hubSettings>;

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

const retentionSettings = z.object({
  RAW_PAYLOAD_RETENTION_HOURS: logSettings.RAW_PAYLOAD_RETENTION_HOURS,
  LOCATION_RETENTION_DAYS: logSettings.LOCATION_RETENTION_DAYS,
  TILE_TRAIL_DAYS: logSettings.TILE_TRAIL_DAYS,
  AUDIT_LOG_RETENTION_DAYS: logSettings.AUDIT_LOG_RETENTION_DAYS,
});

/** The retention of expiring records, ms. @throws as `readHubSettings` */
export function readRetention(): Retention {
  return retentionOf(readProcessSettings(retentionSettings, loadEnvironment()));
}

const verifySettings = standaloneSettings.pick({
  DATA_DIR: true,
  DATABASE_URL: true,
  MIN_FREE_DISK: true,
  AUDIT_LOG_RETENTION_DAYS: true,
  XP_RAW_RETENTION_DAYS: true,
  LOCATION_RETENTION_DAYS: true,
  TILE_TRAIL_DAYS: true,
});

export type VerifySettings = z.infer<typeof verifySettings>;

/** @throws as `readHubSettings` */
export function readVerifySettings(): VerifySettings {
  return readProcessSettings(verifySettings, loadEnvironment());
}

const rowRetentionSettings = z.object(rowSettings);

/** The retention of rows in tables, ms. @throws as `readHubSettings` */
export function readRowRetention(): RowRetentionMsBySetting {
  return rowRetentionOf(readSettings(rowRetentionSettings, loadEnvironment()));
}

const secretSettings = standaloneSettings.pick({ HUB_SECRET: true, DATA_DIR: true });

/** @throws as `readHubSettings` */
export function readSecretLocation(): z.infer<typeof secretSettings> {
  return readProcessSettings(secretSettings, loadEnvironment());
}

const backupFolderSettings = z.object({ BACKUP_DIR: backupSettings.BACKUP_DIR });

/** @throws as `readHubSettings` */
export function readBackupDir(): string {
  return readProcessSettings(backupFolderSettings, loadEnvironment()).BACKUP_DIR;
}

/** The settings that commands other than the doctor read. */
export const commandSettingNames: ReadonlySet<string> = new Set(
  [
    hubSettings,
    retentionSettings,
    verifySettings,
    rowRetentionSettings,
    secretSettings,
    backupFolderSettings,
  ].flatMap(({ shape }) => Object.keys(shape)),
);
