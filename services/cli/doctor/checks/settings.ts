import { loadEnvironment } from '../../../../shared/process/settings/environment-settings.ts';
import {
  type MisspeltSetting,
  misspeltSettings,
} from '../../../../shared/process/settings/misspelt-settings.ts';
import { type Check, type Finding, findingOf } from '../finding.ts';

/** Whether every setting is allowed and none is misspelt. */
export const settingsCheck: Check = {
  name: 'settings',
  look: async (hub) => {
    const problem = attempted(() => hub.settings());
    return judgeSettings(problem, problem === null ? misspeltSettings(Object.keys(loadEnvironment())) : []);
  },
};

/** @param problem why the settings cannot be used; null where they can */
export function judgeSettings(problem: string | null, misspelt: readonly MisspeltSetting[]): Finding {
  const bad =
    problem === null ? [] : [{ what: problem, why: 'no process of the hub starts', fix: 'correct it' }];
  const ineffective = misspelt.map(({ given, meant }) => ({
    what: `${given} is no setting`,
    why: 'it has no effect, and the hub runs without what it was meant to say',
    fix: `rename ${given} to ${meant}, or remove it`,
  }));
  return findingOf([...bad, ...ineffective], 'all are allowed');
}

function attempted(read: () => unknown): string | null {
  try {
    read();
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
