import type { Directory } from '../../../../projections/access/directory/directory.ts';
import { type Account, type Device, isReporter } from '../../../../projections/access/model/entities.ts';
import { boundedCache } from '../../../../shared/collections/bounded-cache.ts';
import { countKey, deviceContactKey } from '../../../../shared/count-key.ts';
import { dayMs, minuteMs } from '../../../../shared/domain/durations.ts';
import type { IngestDeps } from '../../ingest-deps.ts';
import { readInTime } from '../translate/read-in-time.ts';

/**
 * A report without a player belongs to the account of its device, if the device has only one
 * account.
 */
export interface DeviceAccounts {
  /** Remembers that the device named this account. Does not wait for the database. */
  note(device: Device, accountId: string): void;
  /**
   * The only account that the device named. If the device named no account yet, the only account of
   * its member.
   * @param now monotonic ms
   * @returns null for no account, for several, and when the database did not answer
   */
  onlyAccountOf(directory: Directory, device: Device, now: number): Promise<Account | null>;
}

const devicesMax = 10_000;
/** Another process may note an account in the meantime. */
const readAgainAfterMs = minuteMs;
const noteAgainAfterMs = dayMs;
const keptMs = 90 * dayMs;

interface KnownAccounts {
  /** The `accountKey` of each account that the device named. */
  readonly accounts: Set<string>;
  /** Monotonic ms; null before the first read. */
  readAt: number | null;
}

export function createDeviceAccounts(
  deps: Pick<IngestDeps, 'clock' | 'database' | 'hubSecret' | 'logger'>,
): DeviceAccounts {
  const { clock, database, hubSecret, logger } = deps;
  const knownByDevice = boundedCache<KnownAccounts>(devicesMax);
  const noted = boundedCache<true>(devicesMax, { ttl: noteAgainAfterMs });
  const deviceKey = ({ id }: Device) => deviceContactKey(hubSecret, id);
  const accountKey = ({ id }: Device, accountId: string) =>
    countKey(hubSecret, 'account of device', `${id} ${accountId}`);

  function knownOf(device: Device): KnownAccounts {
    const known = knownByDevice.get(device.id);
    if (known !== undefined) return known;
    const fresh: KnownAccounts = { accounts: new Set(), readAt: null };
    knownByDevice.set(device.id, fresh);
    return fresh;
  }

  async function accountsOf(device: Device, now: number): Promise<KnownAccounts> {
    const known = knownOf(device);
    if (known.readAt !== null && now - known.readAt < readAgainAfterMs) return known;
    const read = await readInTime(
      deps,
      'the accounts of a device',
      readDeviceAccounts(database, deviceKey(device)),
    );
    if (read === undefined) return known;
    for (const account of read) known.accounts.add(account);
    known.readAt = now;
    return known;
  }

  return {
    note: (device, accountId) => {
      const account = accountKey(device, accountId);
      knownOf(device).accounts.add(account);
      if (noted.has(account)) return;
      noted.set(account, true);
      const at = clock();
      writeDeviceAccount(database, { device: deviceKey(device), account, at }).catch((error: unknown) => {
        noted.delete(account);
        logger.warn(
          { err: error },
          'cannot note an account of a device; the next report with the name of this account tries again',
        );
      });
    },
    onlyAccountOf: async (directory, device, now) => {
      const { accounts, readAt } = await accountsOf(device, now);
      const ofMember = [...directory.accounts.values()].filter((account) =>
        isReporter(account, device.memberId),
      );
      // An empty set means a new device only after a read from the database.
      const isNew = accounts.size === 0 && readAt !== null;
      const possible = isNew ? ofMember : ofMember.filter(({ id }) => accounts.has(accountKey(device, id)));
      const [only, ...others] = possible;
      return only !== undefined && others.length === 0 ? only : null;
    },
  };
}

async function readDeviceAccounts(database: IngestDeps['database'], device: string): Promise<string[]> {
  const rows = await database.many<{ account: string }>({
    text: 'select account from hub.device_account where device = $1',
    values: [device],
  });
  return rows.map(({ account }) => account);
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
