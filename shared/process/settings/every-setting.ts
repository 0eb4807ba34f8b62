import { z } from 'zod';
import { isSecretSetting } from '../../settings/settings.ts';
import { backupSettings } from './backup-settings.ts';
import { clientSettings, pluginSettings } from './client-settings.ts';
import { discordSettings, pageSettings } from './page-settings.ts';
import { embeddedServerSettings, portSettings, processSettings } from './process-settings.ts';
import { historySettings, logSettings, projectionSettings } from './retention-settings.ts';

/** Every setting that any process of a hub has (operations.md, Settings). */
export const everySetting = z
  .object({
    ...processSettings,
    ...logSettings,
    ...clientSettings,
    ...pluginSettings,
    ...historySettings,
    ...pageSettings,
    ...discordSettings,
    ...embeddedServerSettings,
    ...backupSettings,
    ...portSettings,
    ...projectionSettings,
  })
  .partial();

/** The settings that hold secrets. Each of them has a `_FILE` form. */
export const secretSettingNames: readonly string[] = Object.entries(everySetting.shape)
  .filter(([, field]) => isSecretSetting(field))
  .map(([name]) => name);
