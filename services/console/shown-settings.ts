import { resolve } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { type SettingSource, sourceOfSetting } from '../../shared/process/settings/environment-settings.ts';
import { settingsBySection } from '../../shared/process/settings/setting-sections.ts';
import { defaultOfSetting, isSecretSetting, settingMetadata } from '../../shared/settings/settings.ts';

export interface ShownSettings {
  /** The file whose lines set settings. */
  readonly env_file: string;
  /** In the order of the reference of settings. */
  readonly settings: readonly ShownSetting[];
}

export interface ShownSetting {
  readonly name: string;
  readonly section: string;
  /** Secrets only say whether they are set; null means not set. */
  readonly value: string | null;
  readonly default: string | null;
  readonly source: SettingSource;
  readonly meaning: string;
  readonly allowed: string;
  readonly is_secret: boolean;
}

const sections = Object.entries(settingsBySection).flatMap(([section, names]) =>
  names.map((name) => ({ name, section })),
);

/** @param fields of the settings of this process */
export function listShownSettings(
  settings: Readonly<Record<string, unknown>>,
  fields: Readonly<Record<string, unknown>>,
): ShownSettings {
  const known = sections.filter(({ name }) => name in fields);
  return { env_file: resolve('.env'), settings: known.map((each) => shownSetting(each, settings, fields)) };
}

function shownSetting(
  { name, section }: (typeof sections)[number],
  { [name]: value }: Readonly<Record<string, unknown>>,
  { [name]: field }: Readonly<Record<string, unknown>>,
): ShownSetting {
  const { purpose, description = 'any text' } = settingMetadata(field);
  const isSecret = isSecretSetting(field);
  return {
    name,
    section,
    value: isSecret && value !== undefined ? '(hidden)' : shownValue(value),
    default: defaultOfSetting(field),
    source: sourceOfSetting(name),
    meaning: String(purpose),
    allowed: description,
    is_secret: isSecret,
  };
}

function shownValue(value: unknown): string | null {
  if (value === undefined) return null;
  if (typeof value === 'string') return value;
  // As `defaultOfSetting` shows an empty default.
  return typeof value === 'object' && isDeepStrictEqual(value, {}) ? '' : JSON.stringify(value);
}
