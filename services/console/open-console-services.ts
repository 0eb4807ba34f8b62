import type { Registry } from 'prom-client';
import type { Lifecycle } from '../../shared/async/lifecycle.ts';
import type { Clock } from '../../shared/clock.ts';
import { createFailureNotes } from '../../shared/observability/failure-notes.ts';
import type { Logger } from '../../shared/observability/logger.ts';
import { readRelease } from '../../shared/process/release.ts';
import { childEnvironment } from '../../shared/process/settings/hub-address-settings.ts';
import { retentionOf } from '../../shared/process/settings/retention-settings.ts';
import type { PairingPlugins } from '../operations/devices/pairing-plugins.ts';
import type { ConsoleHub, ConsoleServices } from './api/console-services.ts';
import { createDiscordClient, type DiscordClient } from './discord/discord-client.ts';
import { startGuildChecks } from './discord/guild-checks.ts';
import { createJobStarter } from './jobs/start-job-process.ts';
import { openOperatingPool } from './open-operating-pool.ts';
import { endFormerMemberSessions } from './sessions/end-former-member-sessions.ts';
import { createSessions } from './sessions/sessions.ts';
import type { ConsoleServicesSettings } from './settings.ts';
import { listShownSettings } from './shown-settings.ts';
import { createFailedSignIns } from './sign-in/failed-sign-ins.ts';
import { createSignInLinkStore } from './sign-in/sign-in-links.ts';
import { startConsoleUpkeep } from './start-upkeep.ts';

export interface ConsoleServicesOptions {
  readonly hub: ConsoleHub;
  /** The database URL of the role that gives commands. */
  readonly databaseUrl: string;
  readonly settings: ConsoleServicesSettings;
  /** All settings of the process, for the page that shows them. */
  readonly settingFields: Readonly<Record<string, unknown>>;
  readonly plugins: PairingPlugins;
  readonly metrics: Registry;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly lifecycle: Lifecycle;
}

/** Needs the tables of `prepareConsole`. */
export function openConsoleServices(options: ConsoleServicesOptions): ConsoleServices {
  const { hub, settings, plugins, metrics, clock, logger, lifecycle } = options;
  const { HUB_NAME: hubName, PUBLIC_URL: publicUrl = null } = settings;
  const sessions = createSessions(hub.database, clock);
  lifecycle.onClose(endFormerMemberSessions({ sessions, directory: hub.directory, logger }));
  const database = openOperatingPool(options.databaseUrl, { logger, lifecycle });
  const noteFailure = createFailureNotes(options, ['backup-keys']);
  const operations = { ...hub, database, noteFailure };
  lifecycle.onClose(startConsoleUpkeep(operations, logger));
  const environment = childEnvironment(settings, hub.hubSecret);
  const discord = discordClientOf(settings);
  if (discord !== null) {
    lifecycle.onClose(startGuildChecks({ ...hub, sessions, discord, clock, logger }));
  }
  return {
    hub,
    operations,
    sessions,
    signInLinks: createSignInLinkStore(hub.database, clock),
    failedSignIns: createFailedSignIns(hub.database, hub.hubSecret, clock),
    discord,
    hubName,
    publicUrl,
    listensAt: settings.HOST,
    plugins,
    release: readRelease(),
    dataDir: settings.DATA_DIR,
    defaultSharing: settings.DEFAULT_SHARING,
    backupDir: settings.BACKUP_DIR,
    retention: retentionOf(settings),
    shownSettings: listShownSettings(settings, options.settingFields),
    startJob: createJobStarter({ database, environment, logger, lifecycle }),
    metrics,
    clock,
    logger,
  };
}

function discordClientOf(settings: ConsoleServicesSettings): DiscordClient | null {
  const { DISCORD_CLIENT_ID: clientId, DISCORD_CLIENT_SECRET: clientSecret } = settings;
  const { DISCORD_GUILD_ID: guildId } = settings;
  if (clientId === undefined || clientSecret === undefined || guildId === undefined) return null;
  return createDiscordClient({ clientId, clientSecret, guildId });
}
