import { z } from 'zod';
import { dayMs } from '../../shared/domain/durations.ts';
import { backupSettings, logSettings } from '../../shared/process/process-settings.ts';
import { readProcessSettings } from '../../shared/process/read-process-settings.ts';
import { loadEnvironment } from '../../shared/settings.ts';
import { standaloneSettings } from '../standalone/settings.ts';

/** The settings by which a command finds its hub, the same as those of the hub itself. */
const hubSettings = standaloneSettings.pick({
  HUB_SECRET: true,
  PUBLIC_URL: true,
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

/** What `hub doctor` looks at: the settings of all processes and of backups. */
export type DoctorSettings = z.infer<typeof doctorSettings>;

/** @throws as `readHubSettings` */
export function readDoctorSettings(): DoctorSettings {
  return readProcessSettings(doctorSettings, loadEnvironment());
}

const auditSettings = z.object({ AUDIT_LOG_RETENTION_DAYS: logSettings.AUDIT_LOG_RETENTION_DAYS });

/** How long entries of the audit log are kept, ms. @throws as `readHubSettings` */
export function readAuditKeptMs(): number {
  return readProcessSettings(auditSettings, loadEnvironment()).AUDIT_LOG_RETENTION_DAYS * dayMs;
}

const backupFolderSettings = z.object({ BACKUP_DIR: backupSettings.BACKUP_DIR });

/** Where backups are. @throws as `readHubSettings` */
export function readBackupDir(): string {
  return readProcessSettings(backupFolderSettings, loadEnvironment()).BACKUP_DIR;
}
