import type { KafkaSettings } from '../../settings/kafka-settings.ts';
import { loadEnvironment } from './environment-settings.ts';
import { secretSettingNames } from './every-setting.ts';
import { fileFormOf } from './secret-files.ts';

/** The settings by which a process finds its hub. */
export interface HubAddressSettings extends KafkaSettings {
  readonly DATA_DIR: string;
  readonly DATABASE_URL?: string | undefined;
  readonly DATABASE_OWNER_URL?: string | undefined;
  readonly BACKUP_DIR: string;
}

/**
 * The environment for a child process: the environment of this process with these settings. Missing
 * settings are empty texts, which count as not set. Otherwise a value of another hub in the
 * environment or in `.env` would apply.
 */
export function childEnvironment(
  settings: HubAddressSettings,
  hubSecret: Buffer,
): Readonly<Record<string, string | undefined>> {
  const found: Readonly<Record<keyof HubAddressSettings | 'HUB_SECRET', string>> = {
    DATA_DIR: settings.DATA_DIR,
    BACKUP_DIR: settings.BACKUP_DIR,
    HUB_SECRET: hubSecret.toString('base64'),
    DATABASE_URL: settings.DATABASE_URL ?? '',
    DATABASE_OWNER_URL: settings.DATABASE_OWNER_URL ?? '',
    KAFKA_BROKERS: settings.KAFKA_BROKERS?.join(',') ?? '',
    KAFKA_SSL: String(settings.KAFKA_SSL),
    KAFKA_SASL_MECHANISM: settings.KAFKA_SASL_MECHANISM ?? '',
    KAFKA_USERNAME: settings.KAFKA_USERNAME ?? '',
    KAFKA_PASSWORD: settings.KAFKA_PASSWORD ?? '',
    KAFKA_TOPIC_PREFIX: settings.KAFKA_TOPIC_PREFIX,
  };
  // The child gets each secret as a value: a pipe can be read only once, and both forms together
  // are an error.
  const noFiles = Object.fromEntries(secretSettingNames.map((name) => [fileFormOf(name), '']));
  return { ...loadEnvironment(), ...found, ...noFiles };
}
