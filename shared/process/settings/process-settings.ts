import { z } from 'zod';
import { categories, DefaultSharing } from '../../domain/category.ts';
import { dayMs, hourMs } from '../../domain/durations.ts';
import type { Retention, RetentionSetting } from '../../events/streams.ts';
import { logLevels } from '../../observability/logger.ts';
import type { RowRetentionMs } from '../../projection/upkeep/expire-rows.ts';
import { kafkaSettings } from '../../settings/kafka-settings.ts';
import { databaseUrlSetting, hubSecretSetting, integerSetting } from '../../settings/settings.ts';
import { tileTrailDaysOf } from './tile-days.ts';

// The settings of all processes (operations.md, Settings), in groups for the processes. `purpose`
// is their text in docs/reference/settings.md.

/** The port of a server; 0 for any free port. */
const portSetting = integerSetting({ min: 0, max: 65_535 });

/** Each process takes the ports of its servers. */
export const portSettings = {
  PORT: portSetting.default(3_000).meta({ purpose: 'The port of a hub in one process.' }),
  INGEST_PORT: portSetting.default(3_001).meta({ purpose: 'The port of the plugin endpoints.' }),
  QUERY_PORT: portSetting.default(3_000).meta({ purpose: 'The port of the read API.' }),
  CONSOLE_PORT: portSetting.default(3_002).meta({ purpose: 'The port of the pages.' }),
  WORKER_METRICS_PORT: portSetting.default(9_464).meta({
    purpose:
      'The port of the health and the metrics of a projector. A hub in one process opens the port only with `METRICS_TOKEN`.',
  }),
};

/** Settings of every process. */
export const processSettings = {
  HUB_SECRET: hubSecretSetting.optional().meta({
    purpose:
      'Computes account ids and cursors, and wraps the keys that seal the log. When not set, the first start creates the secret in `DATA_DIR/secret`. Processes on several hosts need the same secret.',
  }),
  DATA_DIR: z
    .string()
    .meta({
      description: 'a folder',
      purpose: 'The folder with the secret, and with the database of the embedded server.',
    })
    .default('./data'),
  DATABASE_URL: databaseUrlSetting.meta({
    purpose:
      'The database of the hub, PostgreSQL 15 or newer. When not set, a hub in one process starts the embedded server.',
  }),
  DATABASE_OWNER_URL: databaseUrlSetting.optional().meta({
    purpose:
      'The address of the database for the role that owns the tables. This role runs migrations and gives roles their privileges. When not set, the role of `DATABASE_URL` does everything.',
  }),
  HOST: z
    .string()
    .meta({
      description: 'an address of this machine',
      purpose: 'The address on which servers listen. When not set, every address of the machine.',
    })
    .optional(),
  METRICS_TOKEN: z
    .string()
    .regex(/^[!-~]{16,}$/)
    .meta({
      description: 'at least 16 characters of ASCII, without spaces',
      secret: true,
      purpose: 'The bearer token of `/metrics`. When not set, `/metrics` does not exist.',
    })
    .optional(),
  LOG_LEVEL: z
    .enum(logLevels)
    .meta({
      description: `one of ${logLevels.join(', ')}`,
      purpose: 'The lowest level of the log lines that a process prints.',
    })
    .default('info'),
};

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

/** Settings of every process that answers clients. */
export const clientSettings = {
  TRUST_PROXY_HOPS: integerSetting({ min: 0, max: 16 }).default(0).meta({
    purpose:
      'The number of proxies in front of the hub: 0 without a proxy, 1 behind Caddy, 1 more for each CDN. The hub takes the address of a client from their headers.',
  }),
  CONNECTIONS_PER_ADDRESS: integerSetting({ min: 1, max: 2_000 }).default(1_000).meta({
    purpose:
      'The maximum number of open connections of one address. The limit applies only while `TRUST_PROXY_HOPS` is 0, and never to this machine.',
  }),
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
    .meta({
      description: 'a name of 1 to 64 characters',
      purpose: 'The name of the hub on the pages and in plugins.',
    })
    .default('Guild account hub'),
  PUBLIC_URL: publicUrlSetting.optional().meta({
    purpose:
      'The address of the hub in links, pairings and settings of plugins. The pages accept commands from this origin only. When not set, the host of each request counts.',
  }),
  MEMBER_NEW_ACCOUNTS_PER_DAY: integerSetting({ min: 1, max: 1_000_000, unit: 'accounts' })
    .default(50)
    .meta({ purpose: 'How many new accounts the plugins of a member may report in a UTC day.' }),
  MEMBER_ACCOUNTS_MAX: integerSetting({ min: 1, max: 1_000_000, unit: 'accounts' })
    .default(200)
    .meta({ purpose: 'How many accounts a member may have as owner or contributor.' }),
  DEVICE_HOURLY_MB: integerSetting({ min: 1, max: 1_000_000, unit: 'megabytes' })
    .default(128)
    .meta({ purpose: 'How much decompressed data a device may send in an hour.' }),
  DEFAULT_SHARING: z
    .string()
    .transform(parseSharing)
    .pipe(DefaultSharing)
    .meta({
      description: `pairs like stats=private, separated by commas: a category (${categories.join(', ')}), and guild or private`,
      purpose:
        'The sharing of new accounts, for members without a default of their own. A category that is not named is shared with the guild. The bank always starts private.',
    })
    .default({}),
};

/** The sources of pictures on the pages. */
export const pageSettings = {
  MAP_TILES_URL: pictureSetting(['zoom', 'plane', 'x', 'y'])
    .optional()
    .meta({ purpose: 'The source of the pictures of the map. When not set, the map has no pictures.' }),
  ITEM_ICON_URL: pictureSetting(['id'])
    .optional()
    .meta({ purpose: 'The source of the pictures of items. When not set, items have no pictures.' }),
};

const discordIdSetting = z
  .string()
  .regex(/^\d{5,20}$/)
  .meta({ description: 'a number, as Discord shows it' });

/** Settings to sign in with Discord: all of them are set, or none. */
export const discordSettings = {
  DISCORD_CLIENT_ID: discordIdSetting
    .optional()
    .meta({ purpose: 'The application at Discord with which members sign in to the pages.' }),
  DISCORD_CLIENT_SECRET: z
    .string()
    .max(256)
    .meta({
      description: 'the secret of the application at Discord',
      secret: true,
      purpose: 'The secret of that application.',
    })
    .optional(),
  DISCORD_GUILD_ID: discordIdSetting.optional().meta({
    purpose: 'The guild at Discord. Everybody in the guild can sign in, and becomes a member of the hub.',
  }),
};

export const embeddedServerSettings = {
  MIN_FREE_DISK: integerSetting({ min: 0, max: 1_000_000_000, unit: 'megabytes' }).optional().meta({
    purpose:
      'Reports get a 503 when the disk of the embedded server has less free space than this. When not set, the smaller of 1 GiB and 5 % of the file system.',
  }),
};

const backupEnabledSetting = z
  .enum(['true', 'false'])
  .transform((text) => text === 'true')
  .meta({ description: 'true or false' });

/** Settings of backups. Most commands need BACKUP_DIR only. */
export const backupSettings = {
  BACKUP_HOUR: integerSetting({ min: 0, max: 23 })
    .default(3)
    .meta({ purpose: 'The hour of the day, in UTC, at which a backup is taken.' }),
  BACKUP_DIR: z
    .string()
    .meta({ description: 'a folder', purpose: 'The folder with the backups.' })
    .default('./backups'),
  /** Off by default for a hub in several processes: its machines may have no shared folder. */
  BACKUP_ENABLED: backupEnabledSetting.default(false).meta({
    purpose:
      'Whether backups are taken each night. All processes of a hub need the same `BACKUP_DIR`. One process takes all backups. When the process stops, another process takes over.',
  }),
  BACKUP_DRILL: z
    .enum(['auto', 'nightly', 'weekly', 'off'])
    .meta({
      description: 'one of auto, nightly, weekly, off',
      purpose:
        'How often the newest backup is restored on trial. `auto` is each night, but only once a week when the log is larger than 1 GB.',
    })
    .default('auto'),
};

export type BackupSettings = z.infer<z.ZodObject<typeof backupSettings>>;

/** Settings of every process that projects the log. */
export const projectionSettings = {
  KEEP_PREVIOUS_DAYS: integerSetting({ min: 0, max: 3_650, unit: 'days' }).default(7).meta({
    purpose:
      'How long the earlier tables of a projection are kept after a promotion. 0 keeps them until `hub projections retire NAME --previous`.',
  }),
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
    RAW_PAYLOAD_RETENTION_HOURS: settings.RAW_PAYLOAD_RETENTION_HOURS * hourMs,
    LOCATION_RETENTION_DAYS: settings.LOCATION_RETENTION_DAYS * dayMs,
    // A log keeps every record for at least an hour. With 0 days nothing is appended.
    TILE_TRAIL_DAYS: Math.max(hourMs, tileTrailDaysOf(settings) * dayMs),
    AUDIT_LOG_RETENTION_DAYS: settings.AUDIT_LOG_RETENTION_DAYS * dayMs,
  };
}

export function rowRetentionOf(settings: Readonly<Record<keyof typeof rowSettings, number>>): RowRetentionMs {
  const names = Object.keys(rowSettings) as (keyof typeof rowSettings)[];
  const days = { ...settings, TILE_TRAIL_DAYS: tileTrailDaysOf(settings) };
  return Object.fromEntries(names.map((name) => [name, days[name] * dayMs]));
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
    // Two audiences become an empty audience, which is refused.
    sharing.set(category, (sharing.get(category) ?? audience) === audience ? audience : '');
  }
  return Object.fromEntries(sharing);
}
