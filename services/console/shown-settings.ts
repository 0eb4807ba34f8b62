import { everySetting } from '../../shared/process/settings/every-setting.ts';
import { isSecretSetting } from '../../shared/settings/settings.ts';

/** Settings by name. Secrets only say whether they are set; null means not set. */
export type ShownSettings = readonly { readonly name: string; readonly value: string | null }[];

export function listShownSettings(settings: Readonly<Record<string, unknown>>): ShownSettings {
  const fields: Readonly<Record<string, unknown>> = everySetting.shape;
  return Object.entries(settings).map(([name, value]) => ({
    name,
    value: isSecretSetting(fields[name]) && value !== undefined ? '(hidden)' : shownValue(value),
  }));
}

function shownValue(value: unknown): string | null {
  if (value === undefined) return null;
  return typeof value === 'string' ? value : JSON.stringify(value);
}
