import type { Registry } from 'prom-client';
import { openBackupFolder } from '../../../shared/backup/backup-folder.ts';
import { isKept, type SessionLock, takeKeeperLock } from '../../../shared/backup/backup-lock.ts';
import { type Clock, systemClock } from '../../../shared/clock.ts';
import type { Logger } from '../../../shared/logger.ts';
import { environmentOf, type HubAddressSettings } from '../../../shared/process/hub-address-settings.ts';
import type { BackupSettings } from '../../../shared/process/process-settings.ts';
import { type RegularWork, runRegularly } from '../run-regularly.ts';
import { createBackupMetrics, everyWork } from './backup-metrics.ts';
import { createDrills } from './drills.ts';
import { createKeyKeeper } from './keep-keys.ts';
import { createNightlyBackups } from './nightly-backups.ts';
import { runDrill } from './run-drill.ts';
import type { BackedUpHub } from './take-hub-backup.ts';

export interface BackupsOptions {
  readonly hub: BackedUpHub;
  readonly settings: BackupSettings & HubAddressSettings;
  readonly logger: Logger;
  readonly metrics: Registry;
  readonly clock?: Clock;
  /** How often it looks whether keys have to go, or whether it is to take the lease, and whether a backup is due. */
  readonly everyMs?: { readonly keys: number; readonly backups: number };
}

/** What this process has while it is the one that takes the backups. */
interface Lease {
  readonly lock: SessionLock;
  /** Epoch ms. */
  readonly since: number;
  readonly keepKeys: () => Promise<void>;
  /** Take and try what is due. What they have seen ends with the lease: another process may have gone on meanwhile. */
  readonly takeDue: ReturnType<typeof createNightlyBackups>;
  readonly tryDue: ReturnType<typeof createDrills>;
}

const everyMsDefault = { keys: 1_000, backups: 5_000 };
const stopWithinMs = 2_000;

/**
 * Takes the backups of the hub at their hour, and keeps the keys beside them within seconds of each erasure and
 * revocation, in one process of all that call it: whichever has the lease (operations.md, Backups). Failures are logged.
 */
export function startBackups({
  hub,
  settings,
  logger,
  metrics,
  clock = systemClock,
  everyMs = everyMsDefault,
}: BackupsOptions): RegularWork {
  const folder = openBackupFolder(settings.BACKUP_DIR);
  const stopping = new AbortController();
  const due = settings.BACKUP_DRILL === 'off' ? (['backup'] as const) : undefined;
  const shared = { folder, clock, logger, metrics: createBackupMetrics(metrics, clock, due) };
  const environment = environmentOf(settings, hub.hubSecret);
  let lease: Lease | null = null;

  async function take(): Promise<Lease | null> {
    const lock = (await isKept(hub.database)) ? null : await takeKeeperLock(hub.database);
    if (lock === null) return null;
    logger.info(
      { folder: folder.path, hour: settings.BACKUP_HOUR },
      'this process takes the backups; keep HUB_SECRET apart from them, for without it they cannot be restored',
    );
    return {
      lock,
      since: clock(),
      keepKeys: createKeyKeeper(hub, folder),
      takeDue: createNightlyBackups({ ...shared, hub, hour: settings.BACKUP_HOUR }),
      tryDue: createDrills({
        ...shared,
        rule: settings.BACKUP_DRILL,
        run: (file, signal) => runDrill({ file, environment, signal }),
      }),
    };
  }

  async function keep(): Promise<void> {
    if (lease === null || lease.lock.lost.aborted) {
      lease = null;
      // Whoever has the lease shows how old they are; what this process has seen would only grow older.
      for (const work of everyWork) shared.metrics.saw(work, null);
      lease = await take();
    }
    await lease?.keepKeys();
  }

  async function backUp(): Promise<void> {
    if (lease === null) return;
    const { lock, since, takeDue, tryDue } = lease;
    const signal = AbortSignal.any([stopping.signal, lock.lost]);
    await tryDue(await takeDue(since, signal), signal);
  }

  const common = { stopWithinMs, logger };
  const works = [
    runRegularly(keep, { ...common, name: 'keys of backups', firstAfterMs: 0, everyMs: everyMs.keys }),
    runRegularly(backUp, { ...common, name: 'backups', everyMs: everyMs.backups }),
  ];
  return {
    stop: async () => {
      stopping.abort();
      await Promise.all(works.map((work) => work.stop()));
      await lease?.lock.release();
    },
  };
}
