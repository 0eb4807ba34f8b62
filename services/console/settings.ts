import { z } from 'zod';
import { backupSettings } from '../../shared/process/settings/backup-settings.ts';
import { clientSettings, pluginSettings } from '../../shared/process/settings/client-settings.ts';
import { loadEnvironment } from '../../shared/process/settings/environment-settings.ts';
import { discordSettings, pageSettings } from '../../shared/process/settings/page-settings.ts';
import { portSettings, processSettings } from '../../shared/process/settings/process-settings.ts';
import { readProcessSettings } from '../../shared/process/settings/read-process-settings.ts';
import { logSettings } from '../../shared/process/settings/retention-settings.ts';
import type { PageSettings } from './page-settings.ts';

/** The settings of a console process (operations.md, Settings). */
export const consoleSettings = z.object({
  ...processSettings,
  ...logSettings,
  ...clientSettings,
  HUB_NAME: pluginSettings.HUB_NAME,
  DEFAULT_SHARING: pluginSettings.DEFAULT_SHARING,
  ...pageSettings,
  ...discordSettings,
  BACKUP_DIR: backupSettings.BACKUP_DIR,
  CONSOLE_PORT: portSettings.CONSOLE_PORT,
});

export type ConsoleServicesSettings = Pick<
  ConsoleSettings,
  | 'HUB_NAME'
  | 'PUBLIC_URL'
  | 'HOST'
  | 'DEFAULT_SHARING'
  | 'DATA_DIR'
  | 'DATABASE_OWNER_URL'
  | 'BACKUP_DIR'
  | keyof typeof logSettings
  | keyof typeof discordSettings
> & { readonly DATABASE_URL?: string | undefined };

export type ConsoleSettings = z.infer<typeof consoleSettings>;

/** @throws OperatorError that names the first invalid variable */
export function readConsoleSettings(environment = loadEnvironment()): ConsoleSettings {
  return readProcessSettings(consoleSettings, environment);
}

export function pageSettingsOf(
  settings: Pick<ConsoleSettings, 'HUB_NAME' | 'MAP_TILES_URL' | 'ITEM_ICON_URL'>,
  senders: PageSettings['senders'],
): PageSettings {
  const { HUB_NAME: hubName, MAP_TILES_URL: mapTiles = null, ITEM_ICON_URL: itemIcon = null } = settings;
  return {
    hubName,
    isNamed: hubName !== pluginSettings.HUB_NAME.parse(undefined),
    mapTiles,
    itemIcon,
    senders,
  };
}
