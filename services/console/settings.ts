import { z } from 'zod';
import {
  clientSettings,
  pageSettings,
  pluginSettings,
  portSettings,
  processSettings,
} from '../../shared/process/process-settings.ts';
import { readProcessSettings } from '../../shared/process/read-process-settings.ts';
import { loadEnvironment } from '../../shared/settings.ts';
import type { PageSettings } from './page-settings.ts';

/** The settings of a console process (operations.md, Settings). It has none of a database: it serves files. */
export const consoleSettings = z.object({
  HOST: processSettings.HOST,
  METRICS_TOKEN: processSettings.METRICS_TOKEN,
  LOG_LEVEL: processSettings.LOG_LEVEL,
  HUB_NAME: pluginSettings.HUB_NAME,
  ...clientSettings,
  ...pageSettings,
  CONSOLE_PORT: portSettings.CONSOLE_PORT,
});

export type ConsoleSettings = z.infer<typeof consoleSettings>;

/** @throws OperatorError that names the first bad variable */
export function readConsoleSettings(environment = loadEnvironment()): ConsoleSettings {
  return readProcessSettings(consoleSettings, environment);
}

/** What of a process's settings the pages get to know. */
export function pageSettingsOf(
  settings: Pick<ConsoleSettings, 'HUB_NAME' | 'MAP_TILES_URL' | 'ITEM_ICON_URL'>,
): PageSettings {
  const { HUB_NAME: hubName, MAP_TILES_URL: mapTiles = null, ITEM_ICON_URL: itemIcon = null } = settings;
  return { hubName, mapTiles, itemIcon };
}
