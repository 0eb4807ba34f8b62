import type { SettingsAnswer } from '../admin-answers.ts';

type Setting = Pick<SettingsAnswer['settings'][number], 'name' | 'value' | 'default'>;

export function isChanged(setting: Setting): boolean {
  return setting.value !== setting.default;
}

interface Attention {
  /** The reason to change the value. */
  readonly text: string;
  /** A value that ends the reason, or an example of one. */
  readonly cure: string;
}

export function attentionTo({ name, value }: Setting): Attention | null {
  if (name === 'BACKUP_ENABLED' && value === 'false') {
    return { text: 'The hub takes no backup at night.', cure: 'true' };
  }
  if (name === 'PUBLIC_URL' && value === null) {
    return { text: 'Links and addresses work on this machine only.', cure: 'https://hub.example.org' };
  }
  return null;
}
