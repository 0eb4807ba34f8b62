import { z } from 'zod';
import { categories, DefaultSharing } from '../../domain/category.ts';
import { dayMs, hourMs } from '../../domain/durations.ts';
import type { Retention, RetentionSetting } from '../../events/streams.ts';
import { logLevels } from '../../observability/logger.ts';
import type { RowRetentionMs } from '../../projection/upkeep/expire-rows.ts';
import { kafkaSettings } from '../../settings/kafka-settings.ts';
import { databaseUrlSetting, hubSecretSetting, integerSetting } from '../../settings/settings.ts';

// The settings of all processes (operations.md, Settings), in groups for the processes.

/** The port of a server; 0 for any free port. */
const portSetting = integerSetting({ min: 0, max: 65_535 });

/** Each process takes the ports of its servers. */
export const portSettings = {
  PORT: portSetting.default(3_000),
  INGEST_PORT: portSetting.default(3_001),
  QUERY_PORT: portSetting.default(3_000),
  CONSOLE_PORT: portSetting.default(3_002),
  WORKER_METRICS_PORT: portSetting.default(9_464),
};

/** Settings of every process. */
export const processSettings = {
  HUB_SECRET: hubSecretSetting.optional(),
  DATA_DIR: z.string().meta({ description: 'a folder' }).default('./data'),
  DATABASE_URL: databaseUrlSetting,
  /**
   * Runs migrations and grants the privileges of the hub's roles. When not set, the role of
   * DATABASE_URL does everything.
   */
  DATABASE_OWNER_URL: databaseUrlSetting.optional(),
  /** The address of servers. When not set, every address of the machine. */
  HOST: z.string().meta({ description: 'an address of this machine' }).optional(),
  METRICS_TOKEN: z
    .string()
    .regex(/^[!-~]{16,}$/)
    .meta({ description: 'at least 16 characters of ASCII, without spaces', secret: true })
    .optional(),
  LOG_LEVEL: z
    .enum(logLevels)
    .meta({ description: `one of ${logLevels.join(', ')}` })
    .default('info'),
};

/** Settings of every process that opens the log. The projector applies the retention. */
export const logSettings = {
  ...kafkaSettings,
  RAW_PAYLOAD_RETENTION_HOURS: integerSetting({ min: 1, max: 8_760, unit: 'hours' }).default(72),
  LOCATION_RETENTION_DAYS: integerSetting({ min: 1, max: 3_650, unit: 'days' }).default(30),
  AUDIT_LOG_RETENTION_DAYS: integerSetting({ min: 1, max: 36_500, unit: 'days' }).default(730),
};

/** Settings of every process that answers clients. */
export const clientSettings = {
  TRUST_PROXY_HOPS: integerSetting({ min: 0, max: 16 }).default(0),
  CONNECTIONS_PER_ADDRESS: integerSetting({ min: 1, max: 2_000 }).default(1_000),
};

/** The address that players reach, without a path: pages and plugin endpoints are at the root. */
const publicUrlSetting = z
  .string()
  .refine((text) => URL.canParse(text) && isOrigin(new URL(text)))
  .transform((text) => new URL(text).origin)
  .meta({ description: 'the address that players reach, without a path, like https://hub.example.org' });

function isOrigin({ protocol, pathname, search, hash }: URL): boolean {
  return /^https?:$/.test(protocol) && `${pathname}${search}${hash}` === '/';
}

/** Settings of the plugin endpoints. */
export const pluginSettings = {
  HUB_NAME: z
    .string()
    .min(1)
    .max(64)
    .meta({ description: 'a name of 1 to 64 characters' })
    .default('Guild account hub'),
  PUBLIC_URL: publicUrlSetting.optional(),
  MEMBER_NEW_ACCOUNTS_PER_DAY: integerSetting({ min: 1, max: 1_000_000, unit: 'accounts' }).default(50),
  MEMBER_ACCOUNTS_MAX: integerSetting({ min: 1, max: 1_000_000, unit: 'accounts' }).default(200),
  DEVICE_HOURLY_MB: integerSetting({ min: 1, max: 1_000_000, unit: 'megabytes' }).default(128),
  DEFAULT_SHARING: z
    .string()
    .transform(parseSharing)
    .pipe(DefaultSharing)
    .meta({
      description: `category=guild or category=private, separated by commas, of ${categories.join(', ')}`,
    })
    .default({}),
};

/** The sources of pictures on the pages. */
export const pageSettings = {
  MAP_TILES_URL: pictureSetting(['zoom', 'plane', 'x', 'y']).optional(),
  ITEM_ICON_URL: pictureSetting(['id']).optional(),
};

const discordIdSetting = z
  .string()
  .regex(/^\d{5,20}$/)
  .meta({ description: 'a number, as Discord shows it' });

/** Settings to sign in with Discord: all of them are set, or none. */
export const discordSettings = {
  DISCORD_CLIENT_ID: discordIdSetting.optional(),
  DISCORD_CLIENT_SECRET: z
    .string()
    .max(256)
    .meta({ description: 'the secret of the application at Discord', secret: true })
    .optional(),
  DISCORD_GUILD_ID: discordIdSetting.optional(),
};

/** Settings of the embedded server. */
export const embeddedServerSettings = {
  /** The free space to keep on its disk. */
  MIN_FREE_DISK: integerSetting({ min: 0, max: 1_000_000_000, unit: 'megabytes' }).optional(),
};

const backupEnabledSetting = z
  .enum(['true', 'false'])
  .transform((text) => text === 'true')
  .meta({ description: 'true or false' });

/** Settings of backups. Commands need BACKUP_DIR only. */
export const backupSettings = {
  /** The hour of the day, in UTC, at which backups are taken. */
  BACKUP_HOUR: integerSetting({ min: 0, max: 23 }).default(3),
  BACKUP_DIR: z.string().meta({ description: 'a folder' }).default('./backups'),
  /**
   * On by default in a hub of one process. Several processes may run on machines without a shared
   * folder.
   */
  BACKUP_ENABLED: backupEnabledSetting.default(false),
  BACKUP_DRILL: z
    .enum(['auto', 'nightly', 'weekly', 'off'])
    .meta({ description: 'one of auto, nightly, weekly, off' })
    .default('auto'),
};

export type BackupSettings = z.infer<z.ZodObject<typeof backupSettings>>;

/** Settings of every process that projects the log. */
export const projectionSettings = {
  /**
   * Days after a promotion until the previous generation is dropped; 0 leaves this to an operator.
   */
  KEEP_PREVIOUS_DAYS: integerSetting({ min: 0, max: 3_650, unit: 'days' }).default(7),
};

/** The time after a promotion until the previous generation is dropped, in ms; null for never. */
export function keepPreviousMsOf({
  KEEP_PREVIOUS_DAYS,
}: {
  readonly KEEP_PREVIOUS_DAYS: number;
}): number | null {
  return KEEP_PREVIOUS_DAYS === 0 ? null : KEEP_PREVIOUS_DAYS * dayMs;
}

/** The age limits for answers of the read API. */
export const historySettings = {
  XP_RAW_RETENTION_DAYS: integerSetting({ min: 14, max: 36_500, unit: 'days' }).default(365),
  LOCATION_RETENTION_DAYS: logSettings.LOCATION_RETENTION_DAYS,
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
    RAW_PAYLOAD_RETENTION_HOURS: settings.RAW_PAYLOAD_RETENTION_HOURS * hourMs,
    LOCATION_RETENTION_DAYS: settings.LOCATION_RETENTION_DAYS * dayMs,
    AUDIT_LOG_RETENTION_DAYS: settings.AUDIT_LOG_RETENTION_DAYS * dayMs,
  };
}

export function rowRetentionOf(settings: Readonly<Record<keyof typeof rowSettings, number>>): RowRetentionMs {
  const names = Object.keys(rowSettings) as (keyof typeof rowSettings)[];
  return Object.fromEntries(names.map((name) => [name, settings[name] * dayMs]));
}

/**
 * An address with a placeholder for each name. Its host is fixed, for the content security policy.
 */
function pictureSetting(names: readonly string[]) {
  const places = names.map((name) => `{${name}}`);
  return z
    .string()
    .max(512)
    .refine((text) => URL.canParse(text) && /^https?:\/\/[0-9A-Za-z.:[\]-]+\//.test(text))
    .refine((text) => places.every((place) => text.includes(place)))
    .meta({ description: `an http(s) address with ${places.join(', ')} after its host` });
}

function parseSharing(text: string): Record<string, string> {
  const sharing = new Map<string, string>();
  for (const pair of text.split(',')) {
    const [category = '', ...said] = pair.split('=').map((word) => word.trim());
    const audience = said.join('=');
    // A category with two audiences is refused: an empty audience is not allowed.
    sharing.set(category, (sharing.get(category) ?? audience) === audience ? audience : '');
  }
  return Object.fromEntries(sharing);
}
