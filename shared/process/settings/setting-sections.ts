import type { everySetting } from './every-setting.ts';

export type SettingName = keyof typeof everySetting.shape;

/** The settings as operators look for them. */
export const settingsBySection: Readonly<Record<string, readonly SettingName[]>> = {
  'The hub': ['HUB_NAME', 'HUB_SECRET', 'PUBLIC_URL', 'DATA_DIR', 'LOG_LEVEL', 'METRICS_TOKEN'],
  'Addresses and ports': [
    'HOST',
    'PORT',
    'INGEST_PORT',
    'QUERY_PORT',
    'CONSOLE_PORT',
    'WORKER_METRICS_PORT',
    'TRUST_PROXY_HOPS',
    'CONNECTIONS_PER_ADDRESS',
  ],
  'Database and disk': ['DATABASE_URL', 'DATABASE_OWNER_URL', 'MIN_FREE_DISK'],
  Kafka: [
    'KAFKA_BROKERS',
    'KAFKA_SSL',
    'KAFKA_SASL_MECHANISM',
    'KAFKA_USERNAME',
    'KAFKA_PASSWORD',
    'KAFKA_TOPIC_PREFIX',
  ],
  'How long data is kept': [
    'XP_RAW_RETENTION_DAYS',
    'LOCATION_RETENTION_DAYS',
    'TILE_TRAIL_DAYS',
    'RAW_PAYLOAD_RETENTION_HOURS',
    'AUDIT_LOG_RETENTION_DAYS',
    'KEEP_PREVIOUS_DAYS',
  ],
  Backups: ['BACKUP_ENABLED', 'BACKUP_DIR', 'BACKUP_HOUR', 'BACKUP_DRILL'],
  'Members and their plugins': [
    'DEFAULT_SHARING',
    'MEMBER_NEW_ACCOUNTS_PER_DAY',
    'MEMBER_ACCOUNTS_MAX',
    'DEVICE_HOURLY_MB',
  ],
  'Sign-in with Discord': ['DISCORD_CLIENT_ID', 'DISCORD_CLIENT_SECRET', 'DISCORD_GUILD_ID'],
  'Pictures on the pages': ['MAP_TILES_URL', 'ITEM_ICON_URL'],
};
