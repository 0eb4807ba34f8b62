import type { Directory } from '../../../../projections/access/directory/directory.ts';
import { type Account, type Device, isReporter } from '../../../../projections/access/model/entities.ts';
import { countKey, deviceContactKey } from '../../../../shared/count-key.ts';
import { dayMs, minuteMs } from '../../../../shared/domain/durations.ts';
import type { IngestDeps } from '../../ingest-deps.ts';
import { readInTime } from '../translate/read-in-time.ts';

/** The accounts that a device named. Times are monotonic ms. */
export interface KnownAccounts {
  /** By the `accountKey` of an account, the time when it was last noted in the database. */
  readonly notedAt: Map<string, number>;
  /** Null before the first read. */
  readAt: number | null;
}

/**
 * A report without a player belongs to the account of its device, if the device has only one
 * account.
 */
export interface DeviceAccounts {
  /**
   * Remembers that the device named this account. Does not wait for the database.
   * @param now monotonic ms
   */
  note(device: Device, known: KnownAccounts, accountId: string, now: number): void;
  /**
   * The only account that the device named. If the device named no account yet, the only account of
   * its member.
   * @param now monotonic ms
   * @returns null for no account, for several, and when the database did not answer
   */
  onlyAccountOf(
    directory: Directory,
    device: Device,
    known: KnownAccounts,
    now: number,
  ): Promise<Account | null>;
}

/** Another process may note an account in the meantime. */
const readAgainAfterMs = minuteMs;
const noteAgainAfterMs = dayMs;
const keptMs = 90 * dayMs;
const neverNoted = Number.NEGATIVE_INFINITY;

export function createDeviceAccounts(
  deps: Pick<IngestDeps, 'clock' | 'database' | 'hubSecret' | 'logger'>,
): DeviceAccounts {
  const { clock, database, hubSecret, logger } = deps;
  const deviceKey = ({ id }: Device) => deviceContactKey(hubSecret, id);
  const accountKey = ({ id }: Device, accountId: string) =>
    countKey(hubSecret, 'account of device', `${id} ${accountId}`);

  async function readAccounts(device: Device, known: KnownAccounts, now: number): Promise<void> {
    if (known.readAt !== null && now - known.readAt < readAgainAfterMs) return;
    const reading = database.many<{ account: string }>({
      text: 'select account from hub.device_account where device = $1',
      values: [deviceKey(device)],
    });
    const rows = await readInTime(deps, 'the accounts of a device', reading);
    if (rows === undefined) return;
    for (const { account } of rows) known.notedAt.set(account, known.notedAt.get(account) ?? neverNoted);
    known.readAt = now;
  }

  return {
    note: (device, { notedAt }, accountId, now) => {
      const account = accountKey(device, accountId);
      if (now - (notedAt.get(account) ?? neverNoted) < noteAgainAfterMs) return;
      notedAt.set(account, now);
      const at = clock();
      writeDeviceAccount(database, { device: deviceKey(device), account, at }).catch((error: unknown) => {
        notedAt.set(account, neverNoted);
        logger.warn(
          { err: error },
          'cannot note an account of a device; the next report with the name of this account tries again',
        );
      });
    },
    onlyAccountOf: async (directory, device, known, now) => {
      await readAccounts(device, known, now);
      const { notedAt, readAt } = known;
      const ofMember = [...directory.accounts.values()].filter((account) =>
        isReporter(account, device.memberId),
      );
      // An empty set means a new device only after a read from the database.
      const isNew = notedAt.size === 0 && readAt !== null;
      const possible = isNew ? ofMember : ofMember.filter(({ id }) => notedAt.has(accountKey(device, id)));
      const [only, ...others] = possible;
      return only !== undefined && others.length === 0 ? only : null;
    },
  };
}

async function writeDeviceAccount(
  database: IngestDeps['database'],
  { device, account, at }: { readonly device: string; readonly account: string; readonly at: number },
): Promise<void> {
  await database.run({
    text: `with past as materialized (select hub.delete_old_device_accounts($4))
           insert into hub.device_account (device, account, seen_at)
           select $1, $2, $3::bigint from past
           on conflict (device, account) do update
           set seen_at = excluded.seen_at`,
    values: [device, account, at, at - keptMs],
  });
}
