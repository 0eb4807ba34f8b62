import type { Registry } from 'prom-client';
import { type PeriodicTask, startPeriodicTask } from '../../../shared/async/periodic-task.ts';
import { type BackupFolder, openBackupFolder } from '../../../shared/backup/folder/backup-folder.ts';
import {
  hasBackupKeeper,
  type SessionLock,
  takeBackupKeeperLock,
} from '../../../shared/backup/folder/backup-lock.ts';
import { createBackupSigner } from '../../../shared/backup/signing/backup-signer.ts';
import { type Clock, systemClock } from '../../../shared/clock.ts';
import { messageOf } from '../../../shared/errors/errors.ts';
import type { Logger } from '../../../shared/observability/logger.ts';
import type { BackupSettings } from '../../../shared/process/settings/backup-settings.ts';
import {
  childEnvironment,
  type HubAddressSettings,
} from '../../../shared/process/settings/hub-address-settings.ts';
import { createBackupMetrics, everyWork } from './backup-metrics.ts';
import { createDrills } from './drills.ts';
import { createNightlyBackups } from './nightly-backups.ts';
import { runDrill } from './run-drill.ts';
import { type BackupHub, createKeyRemoval } from './withdrawn-keys.ts';

export interface BackupsOptions {
  readonly hub: BackupHub;
  readonly settings: BackupSettings & HubAddressSettings;
  readonly logger: Logger;
  readonly metrics: Registry;
  readonly clock?: Clock;
  readonly everyMs?: { readonly keys: number; readonly backups: number };
}

/** The keeper takes the backups. */
interface Keeper {
  readonly lock: SessionLock;
  /** Epoch ms. */
  readonly since: number;
  readonly removeKeys: () => Promise<void>;
  /**
   * `takeDue` takes due backups, and `tryDue` runs due drills. Created again with each lock,
   * because another process may have taken backups.
   */
  readonly takeDue: ReturnType<typeof createNightlyBackups>;
  readonly tryDue: ReturnType<typeof createDrills>;
}

const everyMsDefault = { keys: 1_000, backups: 5_000 };
const stopWithinMs = 2_000;

/**
 * Takes the backups at their hour, and removes withdrawn keys within seconds. Only the process with
 * the keeper lock does so (operations.md, Backups). Failures are logged.
 */
export function startBackups(options: BackupsOptions): Pick<PeriodicTask, 'stop'> {
  const { hub, settings, logger, metrics, clock = systemClock, everyMs = everyMsDefault } = options;
  const folder = openBackupFolder(settings.BACKUP_DIR, createBackupSigner(hub.hubSecret));
  const stopping = new AbortController();
  const due = settings.BACKUP_DRILL === 'off' ? (['backup'] as const) : undefined;
  const shared = { folder, clock, logger, metrics: createBackupMetrics(metrics, clock, due) };
  const environment = childEnvironment(settings, hub.hubSecret);
  let keeper: Keeper | null = null;

  async function becomeKeeper(): Promise<Keeper | null> {
    const lock = (await hasBackupKeeper(hub.database)) ? null : await takeBackupKeeperLock(hub.database);
    if (lock === null) return null;
    logger.info(
      { folder: folder.path, hour: settings.BACKUP_HOUR },
      'this process takes the backups; keep HUB_SECRET in another place, because a restore needs it',
    );
    await warnOfProblem(folder, logger);
    return {
      lock,
      since: clock(),
      removeKeys: createKeyRemoval(hub, folder),
      takeDue: createNightlyBackups({ ...shared, hub, hour: settings.BACKUP_HOUR }),
      tryDue: createDrills({
        ...shared,
        rule: settings.BACKUP_DRILL,
        run: (file, signal) => runDrill({ file, environment, signal }),
      }),
    };
  }

  async function removeKeys(): Promise<void> {
    if (keeper === null || keeper.lock.lost.aborted) {
      keeper = null;
      // Only the keeper shows the ages of backups. In this process the ages would only grow.
      for (const work of everyWork) shared.metrics.saw(work, null);
      keeper = await becomeKeeper();
    }
    await keeper?.removeKeys();
  }

  async function backUp(): Promise<void> {
    if (keeper === null) return;
    const { lock, since, takeDue, tryDue } = keeper;
    const signal = AbortSignal.any([stopping.signal, lock.lost]);
    await tryDue(await takeDue(since, signal), signal);
  }

  const common = { stopWithinMs, logger };
  const tasks = [
    { ...common, name: 'removal of keys from backups', run: removeKeys, everyMs: everyMs.keys },
    { ...common, name: 'backups', run: backUp, everyMs: everyMs.backups, firstAfterMs: everyMs.backups },
  ].map(startPeriodicTask);
  return {
    stop: async () => {
      stopping.abort();
      await Promise.all(tasks.map((task) => task.stop()));
      await keeper?.lock.release();
    },
  };
}

/** Warns before the first backup fails. */
async function warnOfProblem(folder: BackupFolder, logger: Logger): Promise<void> {
  try {
    const found = await folder.findProblem(await folder.list());
    if (found !== null) logger.warn(`${found.problem}: ${found.fix}`);
  } catch (error) {
    logger.warn(`BACKUP_DIR cannot be read: ${messageOf(error)}`);
  }
}
