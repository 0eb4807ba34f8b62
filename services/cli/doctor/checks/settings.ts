import { loadEnvironment } from '../../../../shared/process/settings/environment-settings.ts';
import {
  type MisspeltSetting,
  misspeltSettings,
} from '../../../../shared/process/settings/misspelt-settings.ts';
import { type Check, type Fault, type Finding, findingOf } from '../finding.ts';
import { findFoldersElsewhere } from './running-folders.ts';

export const settingsCheck: Check = {
  name: 'settings',
  run: async (hub) => {
    const problem = attempted(() => hub.settings());
    if (problem !== null) return judgeSettings({ problem, misspelt: [], elsewhere: [] });
    const misspelt = misspeltSettings(Object.keys(loadEnvironment()));
    return judgeSettings({ problem, misspelt, elsewhere: await findFoldersElsewhere(hub) });
  },
};

export interface SettingsFacts {
  /** Null when the settings are valid. */
  readonly problem: string | null;
  readonly misspelt: readonly MisspeltSetting[];
  /** Folders of a running hub that differ from the settings here. */
  readonly elsewhere: readonly Fault[];
}

export function judgeSettings({ problem, misspelt, elsewhere }: SettingsFacts): Finding {
  const bad =
    problem === null ? [] : [{ what: problem, why: 'no process of the hub starts', fix: 'correct it' }];
  const ineffective = misspelt.map(({ given, meant }) => ({
    what: `${given} is not a setting`,
    why: 'it has no effect',
    fix: `rename ${given} to ${meant}, or remove it`,
  }));
  return findingOf([...bad, ...ineffective, ...elsewhere], 'all are valid');
}

function attempted(read: () => unknown): string | null {
  try {
    read();
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
