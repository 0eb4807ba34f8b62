import { z } from 'zod';
import { commandSettingNames } from '../../services/cli/settings.ts';
import { consoleSettings } from '../../services/console/settings.ts';
import { ingestSettings } from '../../services/ingest/settings.ts';
import { projectorSettings } from '../../services/projector/settings.ts';
import { querySettings } from '../../services/query/settings.ts';
import { standaloneSettings } from '../../services/standalone/settings.ts';
import { everySetting } from '../../shared/process/settings/every-setting.ts';
import { fileFormOf } from '../../shared/process/settings/secret-files.ts';
import { settingMetadata } from '../../shared/settings/settings.ts';
import { code, markdownTable, referencePage } from './markdown.ts';

type SettingName = keyof typeof everySetting.shape;

/** The settings as operators look for them. */
const settingsBySection: Readonly<Record<string, readonly SettingName[]>> = {
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

const processes = {
  start: standaloneSettings,
  ingest: ingestSettings,
  projector: projectorSettings,
  query: querySettings,
  console: consoleSettings,
} as const;

/** `docs/reference/settings.md`. */
export async function settingsPage(): Promise<string> {
  const unlisted = Object.keys(everySetting.shape).filter(
    (name) =>
      !Object.values(settingsBySection)
        .flat()
        .includes(name as SettingName),
  );
  if (unlisted.length > 0) {
    throw new Error(`infra/reference/settings-page.ts: add ${unlisted.join(', ')} to a section`);
  }
  const sections = Object.entries(settingsBySection).map(([title, names]) => {
    const header = ['Setting', 'Meaning', 'Allowed', 'Default', 'Read by'];
    return `## ${title}\n\n${markdownTable(header, names.map(rowOf))}`;
  });
  return referencePage('Settings', [introduction, ...sections]);
}

const introduction = `
Settings are environment variables, or lines of \`.env\` in the working directory. The environment overrides \`.env\`. An empty value counts as not set.
Every process checks all settings at its start, and stops at a bad value with one line. "Read by" names the processes and commands that use a setting:
\`start\` is a hub in one process, \`commands\` are all other commands. \`hub doctor\` checks every setting.

A setting with a secret has a second form with \`_FILE\` at its end, the path of a file with the value. Set one of the two forms.
[operations.md](../../shared/spec/operations.md#settings) has the rules for such files, for misspelt names, and for relative paths.
`.trim();

function rowOf(name: SettingName): string[] {
  const { purpose, description, secret } = settingMetadata(everySetting.shape[name]);
  if (typeof purpose !== 'string') throw new Error(`${name} has no purpose: add .meta({ purpose })`);
  return [
    secret === true ? `${code(name)}, ${code(fileFormOf(name))}` : code(name),
    purpose,
    description ?? 'any text',
    defaultOf(name),
    readersOf(name),
  ];
}

/** The processes that have the setting, each with its own field. */
function fieldsOf(name: string): [string, z.ZodType][] {
  return Object.entries(processes).flatMap(([process, { shape }]) => {
    const field = (shape as Record<string, z.ZodType>)[name];
    return field === undefined ? [] : [[process, field] as [string, z.ZodType]];
  });
}

function readersOf(name: string): string {
  const named = fieldsOf(name).map(([process]) => process);
  const readers = commandSettingNames.has(name) ? [...named, 'commands'] : named;
  return readers.length === Object.keys(processes).length + 1 ? 'all' : readers.join(', ');
}

function defaultOf(name: string): string {
  const byDefault = Map.groupBy(fieldsOf(name), ([, field]) => defaultText(field));
  if (byDefault.size === 1) return [...byDefault.keys()].join('');
  return [...byDefault]
    .map(([text, fields]) => `${text} (${fields.map(([process]) => process).join(', ')})`)
    .join('; ');
}

function defaultText(field: z.ZodType): string {
  if (field instanceof z.ZodDefault) {
    const value = field.def.defaultValue;
    const isEmpty = value === '' || (typeof value === 'object' && Object.keys(value ?? {}).length === 0);
    return isEmpty ? 'empty' : code(String(value));
  }
  return field instanceof z.ZodOptional ? 'not set' : 'required';
}
