import type { Tx } from '../../../shared/postgres/database.ts';
import type { QuotedSchema } from '../../../shared/postgres/quoted-schema.ts';
import { type AccountState, noState, type StatePart, withParts } from './account-state.ts';

/** Small, because a page is parsed without a pause. */
const pageAccounts = 100;

/** Texts with one order. PostgreSQL joins stored JSON faster than it builds new JSON. */
interface StoredAccount {
  readonly account_id: string;
  /** Names of parts, a JSON list. */
  readonly names: string;
  /** Record times, a JSON list. */
  readonly times: string;
  /** JSON values with commas between them. */
  readonly values: string;
}

/**
 * Must run in one snapshot of the database. PostgreSQL prepares a page while the previous page is
 * folded.
 */
export async function readWholeStates(
  tx: Tx,
  schema: QuotedSchema,
): Promise<ReadonlyMap<string, AccountState>> {
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
