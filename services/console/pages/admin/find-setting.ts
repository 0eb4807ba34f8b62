import type { SettingsAnswer } from './admin-answers.ts';

/** Undefined when this process lacks the setting or no answer has come. */
export function findSetting(answer: SettingsAnswer | undefined, setting: string) {
  return answer?.settings.find(({ name }) => name === setting)?.value;
}
