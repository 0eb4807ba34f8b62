import { readCurrent } from '../../../projections/access/commands/append-and-wait.ts';
import { requireAccount } from '../../../projections/access/commands/require-known.ts';
import { whenNameWasLost } from '../../../projections/access/directory/namesakes.ts';
import { namesMax } from '../../../projections/account-names/projection.ts';
import { readNames } from '../../../projections/account-names/queries/read-names.ts';
import { isoTime, isoTimeOrNull } from '../iso-time.ts';
import type { OperationHub } from '../operation-hub.ts';

/** The newest name comes first. @throws CommandRefused for an unknown account */
export async function readAccountNames(hub: OperationHub, accountId: string) {
  const directory = await readCurrent(hub);
  const account = requireAccount(directory, accountId);
  const rows = await readNames(hub.database, accountId);
  const lostAt = whenNameWasLost(directory, account);
  // A report of the past is recorded later than the account was seen.
  const isFirst = (index: number) => index === rows.length - 1 && rows.length < namesMax;
  return {
    account: accountId,
    names: rows.map(({ name, named_at: namedAt }, index) => ({
      name,
      /** When the hub first heard of the name, or of the account for its first name. */
      from: isoTime(isFirst(index) ? Math.min(namedAt, account.firstSeen) : namedAt),
      /** Null while the account has the name. */
      to: isoTimeOrNull(rows[index - 1]?.named_at ?? lostAt),
    })),
  };
}
