import type { SettingsAnswer } from './admin-answers.ts';

type Setting = SettingsAnswer['settings'][number];

/** Undefined when this process lacks the setting or no answer has come. */
export function findSetting(
  answer: { readonly settings: readonly Pick<Setting, 'name' | 'value'>[] } | undefined,
  setting: string,
) {
  return answer?.settings.find(({ name }) => name === setting)?.value;
}
