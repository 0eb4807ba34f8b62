import type { KafkaSettings } from '../kafka-settings.ts';

/** The settings by which a process finds its hub. */
export interface HubAddressSettings extends KafkaSettings {
  readonly DATA_DIR: string;
  readonly DATABASE_URL?: string | undefined;
  readonly DATABASE_OWNER_URL?: string | undefined;
  readonly BACKUP_DIR: string;
}

/** The environment of this process with these settings, for a process that it starts. */
export function environmentOf(
  settings: HubAddressSettings,
  hubSecret: Buffer,
): Readonly<Record<string, string | undefined>> {
  const { DATA_DIR, BACKUP_DIR, DATABASE_URL, DATABASE_OWNER_URL, KAFKA_BROKERS, ...rest } = settings;
  const { KAFKA_SSL, KAFKA_SASL_MECHANISM, KAFKA_USERNAME, KAFKA_PASSWORD, KAFKA_TOPIC_PREFIX } = rest;
  const environment: Record<string, string> = {
    DATA_DIR,
    BACKUP_DIR,
    HUB_SECRET: hubSecret.toString('base64'),
    KAFKA_SSL: String(KAFKA_SSL),
  };
  const optional = {
    DATABASE_URL,
    DATABASE_OWNER_URL,
    KAFKA_BROKERS: KAFKA_BROKERS?.join(','),
    KAFKA_SASL_MECHANISM,
    KAFKA_USERNAME,
    KAFKA_PASSWORD,
    // Unset it is empty, which a setting may not be.
    KAFKA_TOPIC_PREFIX: KAFKA_TOPIC_PREFIX === '' ? undefined : KAFKA_TOPIC_PREFIX,
  };
  for (const [name, value] of Object.entries(optional)) if (value !== undefined) environment[name] = value;
  return { ...process.env, ...environment };
}
