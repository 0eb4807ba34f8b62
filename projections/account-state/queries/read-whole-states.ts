import type { Tx } from '../../../shared/postgres/database.ts';
import type { PartReported } from '../part.ts';
import { type AccountState, noState, withParts } from './account-state.ts';

/**
 * Accounts of one statement. A result is parsed without a pause, and these take about 10 ms. As rows of parts the state of
 * 5,000 accounts took the process twice the CPU, and 100 MB while all of it waited to be folded.
 */
const pageAccounts = 100;

interface StoredAccount {
  readonly account_id: string;
  /** Name, record time and value of each part. */
  readonly parts: readonly (readonly [string, number, PartReported['data']])[];
}

/** The state of every account that has one, folded page by page. To be read in one snapshot of the database. */
export async function readWholeStates(tx: Tx, schema: string): Promise<ReadonlyMap<string, AccountState>> {
  const states = new Map<string, AccountState>();
  for (let last = ''; ; ) {
    const accounts = await readAccounts(tx, schema, last);
    for (const { account_id, parts } of accounts) states.set(account_id, stateOf(parts));
    if (accounts.length < pageAccounts) return states;
    last = accounts.at(-1)?.account_id ?? '';
  }
}

function stateOf(stored: StoredAccount['parts']): AccountState {
  return withParts(
    noState,
    stored.map(([part, changed_at, value]) => ({ part, changed_at, value })),
  );
}

/** The accounts behind `last`, by id. */
function readAccounts(tx: Tx, schema: string, last: string): Promise<StoredAccount[]> {
  return tx.many<StoredAccount>({
    name: `account-state-whole ${schema}`,
    text: `select account_id, json_agg(json_build_array(part, changed_at, value)) as parts
           from ${schema}.part
           where account_id > $1
             and account_id <= coalesce(
               (select account_id from ${schema}.part where account_id > $1
                group by account_id order by account_id offset $2::integer - 1 limit 1),
               (select max(account_id) from ${schema}.part)
             )
           group by account_id
           order by account_id`,
    values: [last, pageAccounts],
  });
}
