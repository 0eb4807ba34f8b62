import type { Registry } from 'prom-client';
import type { CommandHub } from '../../../projections/access/commands/carry-out.ts';
import type { Clock } from '../../../shared/clock.ts';
import type { Retention } from '../../../shared/events/streams.ts';
import type { Logger } from '../../../shared/observability/logger.ts';
import type { Notifications } from '../../../shared/postgres/notifications.ts';
import type { PairingPlugins } from '../../operations/devices/pairing-plugins.ts';
import type { OperationHub } from '../../operations/operation-hub.ts';
import type { DiscordClient } from '../discord/discord-client.ts';
import type { StartJob } from '../jobs/start-job-process.ts';
import type { Sessions } from '../sessions/sessions.ts';
import type { ShownSettings } from '../shown-settings.ts';
import type { FailedSignIns } from '../sign-in/failed-sign-ins.ts';
import type { SignInLinkStore } from '../sign-in/sign-in-links.ts';

/** The hub as the console's commands reach it. */
export interface ConsoleHub extends CommandHub {
  readonly hubSecret: Buffer;
  readonly notifications: Notifications;
}

/** What the routes of the console use. */
export interface ConsoleServices {
  readonly hub: ConsoleHub;
  readonly sessions: Sessions;
  readonly links: SignInLinkStore;
  readonly failedSignIns: FailedSignIns;
  /** Null where no settings name it. */
  readonly discord: DiscordClient | null;
  readonly hubName: string;
  /** The origin at which people reach the hub; null where no `PUBLIC_URL` says it. */
  readonly publicUrl: string | null;
  /** The plugins that a member can pair. */
  readonly plugins: PairingPlugins;
  /** The hub as operations reach it, whose statements may take long: erasures, promotions, lists of payloads. */
  readonly operations: OperationHub;
  /** Where backups are. */
  readonly backupDir: string;
  /** How long what expires may be shown. */
  readonly retention: Retention;
  /** The settings of this process by their names, without secrets. */
  readonly shownSettings: ShownSettings;
  /** The metrics of this process. Where plugins report to it too, what ingest counted is among them. */
  readonly metrics: Registry;
  /** Starts the process of a job that was noted. */
  readonly startJob: StartJob;
  readonly clock: Clock;
  readonly logger: Logger;
}
