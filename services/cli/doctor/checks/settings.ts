import { loadEnvironment } from '../../../../shared/process/settings/environment-settings.ts';
import {
  type MisspeltSetting,
  misspeltSettings,
} from '../../../../shared/process/settings/misspelt-settings.ts';
import { type Check, type Fault, type Finding, findingOf } from '../finding.ts';
import { findFoldersElsewhere } from './running-folders.ts';

/** Whether every setting is allowed, none is misspelt, and a hub that runs here has the same folders. */
export const settingsCheck: Check = {
  name: 'settings',
  look: async (hub) => {
    const problem = attempted(() => hub.settings());
    if (problem !== null) return judgeSettings({ problem, misspelt: [], elsewhere: [] });
    const misspelt = misspeltSettings(Object.keys(loadEnvironment()));
    return judgeSettings({ problem, misspelt, elsewhere: await findFoldersElsewhere(hub) });
  },
};

export interface SettingsFacts {
  /** Why the settings cannot be used; null where they can. */
  readonly problem: string | null;
  readonly misspelt: readonly MisspeltSetting[];
  /** Folders that a running hub uses instead of the folders of the settings here. */
  readonly elsewhere: readonly Fault[];
}

export function judgeSettings({ problem, misspelt, elsewhere }: SettingsFacts): Finding {
  const bad =
    problem === null ? [] : [{ what: problem, why: 'no process of the hub starts', fix: 'correct it' }];
  const ineffective = misspelt.map(({ given, meant }) => ({
    what: `${given} is no setting`,
    why: 'it has no effect, and the hub runs without what it was meant to say',
    fix: `rename ${given} to ${meant}, or remove it`,
  }));
  return findingOf([...bad, ...ineffective, ...elsewhere], 'all are allowed');
}

function attempted(read: () => unknown): string | null {
  try {
    read();
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
