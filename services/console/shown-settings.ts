import { everySetting } from '../../shared/process/read-process-settings.ts';
import { isSecretSetting } from '../../shared/settings.ts';

/** Settings by their names; of a secret only whether it is set. */
export type ShownSettings = Readonly<Record<string, unknown>>;

export function shownSettingsOf(settings: Readonly<Record<string, unknown>>): ShownSettings {
  const fields: Readonly<Record<string, unknown>> = everySetting.shape;
  return Object.fromEntries(
    Object.entries(settings).map(([name, value = null]) => [
      name,
      value !== null && isSecretSetting(fields[name]) ? '(set)' : value,
    ]),
  );
}
