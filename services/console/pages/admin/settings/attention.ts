import type { SettingsAnswer } from '../admin-answers.ts';

type Setting = Pick<SettingsAnswer['settings'][number], 'name' | 'value' | 'default'>;

export function isChanged(setting: Setting): boolean {
  return setting.value !== setting.default;
}

/** The reason to change the value; null without a reason. */
export function attentionTo({ name, value }: Setting): string | null {
  if (name === 'BACKUP_ENABLED' && value === 'false') return 'The hub takes no backup at night.';
  if (name === 'PUBLIC_URL' && value === null) return 'Links and addresses work on this machine only.';
  return null;
}
