import type { CommandHub } from '../../../projections/access/commands/carry-out.ts';
import type { Clock } from '../../../shared/clock.ts';
import type { Logger } from '../../../shared/logger.ts';
import type { Notifications } from '../../../shared/postgres/notifications.ts';
import type { Sessions } from '../sessions/sessions.ts';

/** The hub as the console's commands reach it. */
export interface ConsoleHub extends CommandHub {
  readonly hubSecret: Buffer;
  readonly notifications: Notifications;
}

/** What the routes of the console use. */
export interface ConsoleServices {
  readonly hub: ConsoleHub;
  readonly sessions: Sessions;
  readonly hubName: string;
  /** The origin at which people reach the hub; null where no `PUBLIC_URL` says it. */
  readonly publicUrl: string | null;
  readonly clock: Clock;
  readonly logger: Logger;
}
