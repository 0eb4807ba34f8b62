import { unknownSubjects } from '../../shared/projection/copy-newer-rows.ts';
import type { GenerationTx } from '../../shared/projection/projection.ts';
import { type AccountName, type AccountNamesEvent, initialNames, type NamesState, namesMax } from './fold.ts';

export async function loadNames(
  tx: GenerationTx,
  events: readonly AccountNamesEvent[],
  known: ReadonlyMap<string, NamesState>,
): Promise<ReadonlyMap<string, NamesState>> {
  const accounts = unknownSubjects(events, known);
  if (accounts.length === 0) return new Map();
  const rows = await tx.many<AccountName>({
    text: `select distinct on (account_id) account_id, number, name, named_at
           from ${tx.schema}.name
           where account_id = any($1)
           order by account_id, number desc`,
    values: [accounts],
  });
  return new Map(rows.map((newest) => [newest.account_id, { ...initialNames, newest }]));
}

export async function saveNames(tx: GenerationTx, states: ReadonlyMap<string, NamesState>): Promise<void> {
  const added = [...states.values()].flatMap((state) => state.added);
  await tx.run({
    text: `insert into ${tx.schema}.name (account_id, number, name, named_at)
           select account_id, number, name, named_at
           from json_to_recordset($1)
             as row(account_id text, number integer, name text, named_at bigint)`,
    values: [JSON.stringify(added)],
  });
  const newest = [...states.values()].flatMap((state) => state.newest ?? []);
  await tx.run({
    text: `delete from ${tx.schema}.name
           using unnest($1::text[], $2::integer[]) as kept(account_id, above)
           where name.account_id = kept.account_id and name.number <= kept.above`,
    values: [newest.map(({ account_id }) => account_id), newest.map(({ number }) => number - namesMax)],
  });
}
