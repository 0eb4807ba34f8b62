import type { Registry } from 'prom-client';
import type { Lifecycle } from '../../shared/async/lifecycle.ts';
import type { Clock } from '../../shared/clock.ts';
import type { Logger } from '../../shared/observability/logger.ts';
import { childEnvironment } from '../../shared/process/settings/hub-address-settings.ts';
import { retentionOf } from '../../shared/process/settings/process-settings.ts';
import type { PairingPlugins } from '../operations/devices/pairing-plugins.ts';
import type { ConsoleHub, ConsoleServices } from './api/console-services.ts';
import { finishCommands } from './commands/finish-commands.ts';
import { startGuildChecks } from './discord/check-guild.ts';
import { type Discord, openDiscord } from './discord/discord.ts';
import { startsJobProcesses } from './jobs/start-job-process.ts';
import { openOperatingPool } from './open-operating-pool.ts';
import { endWithMembers } from './sessions/end-with-members.ts';
import { createSessions } from './sessions/sessions.ts';
import type { ConsoleServicesSettings } from './settings.ts';
import { shownSettingsOf } from './shown-settings.ts';
import { createFailedSignIns } from './sign-in/failed-sign-ins.ts';
import { createSignInLinks } from './sign-in/sign-in-links.ts';

export interface ConsoleServicesOptions {
  readonly hub: ConsoleHub;
  /** As the role that gives commands. */
  readonly databaseUrl: string;
  readonly settings: ConsoleServicesSettings;
  readonly plugins: PairingPlugins;
  readonly metrics: Registry;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly lifecycle: Lifecycle;
}

/** Opens everything that the routes of the console use, on tables that `prepareConsole` made. */
export function openConsoleServices(options: ConsoleServicesOptions): ConsoleServices {
  const { hub, settings, plugins, metrics, clock, logger, lifecycle } = options;
  const { HUB_NAME: hubName, PUBLIC_URL: publicUrl = null } = settings;
  const sessions = createSessions(hub.database, clock);
  lifecycle.onClose(endWithMembers({ sessions, directory: hub.directory, logger }));
  const database = openOperatingPool(options.databaseUrl, { logger, lifecycle });
  const operations = { ...hub, database };
  lifecycle.onClose(finishCommands(operations, logger));
  const environment = childEnvironment(settings, hub.hubSecret);
  const discord = discordOf(settings);
  if (discord !== null) {
    lifecycle.onClose(startGuildChecks({ ...hub, sessions, discord, clock, logger }));
  }
  return {
    hub,
    operations,
    sessions,
    links: createSignInLinks(hub.database, clock),
    failedSignIns: createFailedSignIns(hub.database, hub.hubSecret, clock),
    discord,
    hubName,
    publicUrl,
    plugins,
    backupDir: settings.BACKUP_DIR,
    retention: retentionOf(settings),
    shownSettings: shownSettingsOf(settings),
    startJob: startsJobProcesses({ database, environment, logger, lifecycle }),
    metrics,
    clock,
    logger,
  };
}

/** Null unless all three settings are there. */
function discordOf(settings: ConsoleServicesSettings): Discord | null {
  const { DISCORD_CLIENT_ID: clientId, DISCORD_CLIENT_SECRET: clientSecret } = settings;
  const { DISCORD_GUILD_ID: guildId } = settings;
  if (clientId === undefined || clientSecret === undefined || guildId === undefined) return null;
  return openDiscord({ clientId, clientSecret, guildId });
}
