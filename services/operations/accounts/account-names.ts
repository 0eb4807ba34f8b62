import { readCurrent } from '../../../projections/access/commands/append-and-wait.ts';
import { requireAccount } from '../../../projections/access/commands/require-known.ts';
import { whenNameWasLost } from '../../../projections/access/directory/namesakes.ts';
import { readNames } from '../../../projections/account-names/queries/read-names.ts';
import { isoTime, isoTimeOrNull } from '../iso-time.ts';
import type { OperationHub } from '../operation-hub.ts';

/** The newest name comes first. */
export interface AccountNamesDocument {
  readonly account: string;
  readonly names: readonly {
    readonly name: string;
    /** When the hub first heard of the name. */
    readonly from: string;
    /** Null while the account has the name. */
    readonly to: string | null;
  }[];
}

/** @throws CommandRefused for an unknown account */
export async function readAccountNames(hub: OperationHub, accountId: string): Promise<AccountNamesDocument> {
  const directory = await readCurrent(hub);
  const account = requireAccount(directory, accountId);
  const rows = await readNames(hub.database, accountId);
  const lostAt = whenNameWasLost(directory, account);
  return {
    account: accountId,
    names: rows.map(({ name, named_at: from }, index) => ({
      name,
      from: isoTime(from),
      to: isoTimeOrNull(rows[index - 1]?.named_at ?? lostAt),
    })),
  };
}
