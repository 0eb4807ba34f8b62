import type { Clock } from '../../shared/clock.ts';
import type { Lifecycle } from '../../shared/lifecycle.ts';
import type { Logger } from '../../shared/logger.ts';
import type { ConsoleHub, ConsoleServices } from './api/console-services.ts';
import { endWithMembers } from './sessions/end-with-members.ts';
import { createSessions } from './sessions/sessions.ts';

export interface ConsoleServicesOptions {
  readonly hub: ConsoleHub;
  readonly settings: { readonly HUB_NAME: string; readonly PUBLIC_URL?: string | undefined };
  readonly clock: Clock;
  readonly logger: Logger;
  readonly lifecycle: Lifecycle;
}

/** Opens everything that the routes of the console use, on tables that `prepareConsole` made. */
export function openConsoleServices(options: ConsoleServicesOptions): ConsoleServices {
  const { hub, settings, clock, logger, lifecycle } = options;
  const { HUB_NAME: hubName, PUBLIC_URL: publicUrl = null } = settings;
  const sessions = createSessions(hub.database, clock);
  lifecycle.onClose(endWithMembers({ sessions, directory: hub.directory, logger }));
  return { hub, sessions, hubName, publicUrl, clock, logger };
}
