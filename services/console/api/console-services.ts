import type { Registry } from 'prom-client';
import type { CommandHub } from '../../../projections/access/commands/execute-command.ts';
import type { Clock } from '../../../shared/clock.ts';
import type { DefaultSharing } from '../../../shared/domain/category.ts';
import type { Retention } from '../../../shared/events/streams.ts';
import type { Logger } from '../../../shared/observability/logger.ts';
import type { Notifications } from '../../../shared/postgres/notifications.ts';
import type { Release } from '../../../shared/process/release.ts';
import type { PairingPlugins } from '../../operations/devices/pairing-plugins.ts';
import type { ErasingHub } from '../../operations/operation-hub.ts';
import type { DiscordClient } from '../discord/discord-client.ts';
import type { StartJob } from '../jobs/start-job-process.ts';
import type { Sessions } from '../sessions/sessions.ts';
import type { ShownSettings } from '../shown-settings.ts';
import type { FailedSignIns } from '../sign-in/failed-sign-ins.ts';
import type { SignInLinkStore } from '../sign-in/sign-in-links.ts';

export interface ConsoleHub extends CommandHub {
  readonly hubSecret: Buffer;
  readonly notifications: Notifications;
}

export interface ConsoleServices {
  readonly hub: ConsoleHub;
  readonly sessions: Sessions;
  readonly signInLinks: SignInLinkStore;
  readonly failedSignIns: FailedSignIns;
  /** Null when sign-in with Discord is not configured. */
  readonly discord: DiscordClient | null;
  readonly hubName: string;
  /** Null without `PUBLIC_URL`. */
  readonly publicUrl: string | null;
  /** `HOST`: the only address at which the hub listens. */
  readonly listensAt: string | undefined;
  readonly plugins: PairingPlugins;
  /** `DEFAULT_SHARING`, for members without a default of their own. */
  readonly defaultSharing: DefaultSharing;
  /** The same hub on a pool for long statements: erasures, promotions, lists of payloads. */
  readonly operations: ErasingHub;
  /** Read at the start: the checkout may have a later commit in the meantime. */
  readonly release: Promise<Release>;
  readonly dataDir: string;
  readonly backupDir: string;
  readonly retention: Retention;
  /** The settings of this process, without secrets. */
  readonly shownSettings: ShownSettings;
  /** Includes the metrics of ingest when one process runs both. */
  readonly metrics: Registry;
  readonly startJob: StartJob;
  readonly clock: Clock;
  readonly logger: Logger;
}
