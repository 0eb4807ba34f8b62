import type { Tx } from '../../../shared/postgres/database.ts';
import { type AccountState, noState, type StatePart, withParts } from './account-state.ts';

/**
 * The number of accounts in one page, which takes about 10 ms to parse without a pause. With a row
 * for each part, 5,000 accounts took twice the CPU. The rows also took 100 MB, because all rows
 * waited for the fold.
 */
const pageAccounts = 100;

/**
 * The parts of an account, as texts in the same order. PostgreSQL joins stored JSON in a third less
 * time than it builds new JSON.
 */
interface StoredAccount {
  readonly account_id: string;
  /** The names of the parts, a JSON list. */
  readonly names: string;
  /** The record times of the parts, a JSON list. */
  readonly times: string;
  /** The values of the parts, with commas between them. */
  readonly values: string;
}

/**
 * The state of every account that has a state, folded page by page. Must run in one snapshot of the
 * database. While a page is folded, PostgreSQL prepares the next page.
 */
export async function readWholeStates(tx: Tx, schema: string): Promise<ReadonlyMap<string, AccountState>> {
  await tx.run({
    text: `declare whole_state no scroll cursor for
           select account_id,
                  json_agg(part)::text as names,
                  json_agg(changed_at)::text as times,
                  string_agg(value::text, ',') as values
           from ${schema}.part
           group by account_id
           order by account_id`,
  });
  const nextPage = () => tx.many<StoredAccount>({ text: `fetch ${pageAccounts} from whole_state` });
  const states = new Map<string, AccountState>();
  for (let page = await nextPage(); page.length > 0; ) {
    const next = nextPage();
    for (const account of page) states.set(account.account_id, withParts(noState, partsOf(account)));
    page = await next;
  }
  await tx.run({ text: 'close whole_state' });
  return states;
}

function partsOf({ names, times, values }: StoredAccount): StatePart[] {
  const parts: string[] = JSON.parse(names);
  const changed: number[] = JSON.parse(times);
  const reported: StatePart['value'][] = JSON.parse(`[${values}]`);
  return reported.map((value, index) => ({
    part: parts[index] ?? '',
    changed_at: changed[index] ?? 0,
    value,
  }));
}
