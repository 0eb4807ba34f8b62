import type { SettingsAnswer } from './admin-answers.ts';

/** The value of a setting as the hub runs with it; undefined where this process does not have it, or no answer has come. */
export function findSetting(answer: SettingsAnswer | undefined, setting: string) {
  return answer?.settings.find(({ name }) => name === setting)?.value;
}
