import type { z } from 'zod';
import { commandSettingNames } from '../../services/cli/settings.ts';
import { consoleSettings } from '../../services/console/settings.ts';
import { ingestSettings } from '../../services/ingest/settings.ts';
import { projectorSettings } from '../../services/projector/settings.ts';
import { querySettings } from '../../services/query/settings.ts';
import { standaloneSettings } from '../../services/standalone/settings.ts';
import { everySetting } from '../../shared/process/settings/every-setting.ts';
import { fileFormOf } from '../../shared/process/settings/secret-files.ts';
import { type SettingName, settingsBySection } from '../../shared/process/settings/setting-sections.ts';
import { defaultOfSetting, settingMetadata } from '../../shared/settings/settings.ts';
import { code, markdownTable, referencePage } from './markdown.ts';

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
  const value = defaultOfSetting(field);
  if (value !== null) return value === '' ? 'empty' : code(value);
  return field.safeParse(undefined).success ? 'not set' : 'required';
}
