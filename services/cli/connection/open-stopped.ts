import type { Lifecycle } from '../../../shared/async/lifecycle.ts';
import { diskFullError } from '../../../shared/errors/disk-full.ts';
import { OperatorError } from '../../../shared/errors/errors.ts';
import type { HeldDatabase } from '../../../shared/identity/hold-database.ts';
import { openDatabase } from '../../../shared/postgres/open-database.ts';
import { ownerUrlOf } from '../../../shared/postgres/owner-url.ts';
import { migrateHub } from '../../standalone/schema/migrate-hub.ts';
import type { HubSettings } from '../settings.ts';
import { type CommandHoldOptions, holdForCommand } from './connect.ts';

interface HoldStoppedOptions extends Omit<CommandHoldOptions, 'begins'> {
  /** For example "its log is moved". */
  readonly purpose: string;
}

/** Holds the server of a stopped hub, and changes nothing in the hub. @throws as `openStopped` */
export function holdStopped(
  settings: HubSettings,
  { purpose, ...options }: HoldStoppedOptions,
): Promise<HeldDatabase> {
  return holdForCommand(settings, options).catch((error: unknown) => {
    if (!(error instanceof OperatorError) || error.code !== 'already_running') throw error;
    throw new OperatorError('hub_runs', `the hub must be stopped while ${purpose}: ${error.message}`);
  });
}

/**
 * Opens the database of a stopped hub, which cannot start until the lifecycle ends.
 * @throws OperatorError `hub_runs`, `no_hub` or `restore_interrupted`
 */
export async function openStopped(
  settings: HubSettings,
  { lifecycle, ...options }: HoldStoppedOptions & { readonly lifecycle: Lifecycle },
) {
  const held = await holdStopped(settings, options);
  lifecycle.onClose(held.release);
  const owner = ownerUrlOf(held, settings);
  if (owner !== null) await migrateHub(owner);
  const full = new AbortController();
  const database = openDatabase({
    url: held.url,
    name: 'command',
    maxConnections: 12,
    statementTimeoutMs: 600_000,
    onDiskFull: (error) => full.abort(diskFullError(error)),
  });
  lifecycle.onClose(database.close);
  return {
    database,
    /** The data folder of the embedded server; null for the operator's own server. */
    databaseDirectory: held.directory,
    /** Aborted with `disk_full` when the database cannot grow: projections would retry for ever. */
    full: full.signal,
  };
}
