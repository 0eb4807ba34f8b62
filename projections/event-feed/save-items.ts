import type { GenerationTx } from '../../shared/projection/projection.ts';
import { itemsOf } from './items-of.ts';
import type { StoredEvent } from './stored-event.ts';

/** Saves the items of events and their names. May run again. */
export async function saveItems(tx: GenerationTx, events: readonly StoredEvent[]): Promise<void> {
  const rows = events.flatMap((event) =>
    itemsOf(event).map(({ id, name }) => {
      const { seq, account_id, occurred_at } = event;
      return { item_id: id, seq, account_id, occurred_at, name };
    }),
  );
  if (rows.length === 0) return;
  await tx.run({
    text: `with item as materialized (
             select * from unnest($1::bigint[], $2::bigint[], $3::text[], $4::bigint[], $5::text[])
               as item (item_id, seq, account_id, occurred_at, name)
           ),
           named as (
             insert into ${tx.schema}.item_name (account_id, name, item_id)
             select distinct account_id, name, item_id from item where name is not null
             on conflict do nothing
           )
           insert into ${tx.schema}.event_item (item_id, seq, account_id, occurred_at)
           select item_id, seq, account_id, occurred_at from item
           on conflict do nothing`,
    values: [
      rows.map((row) => row.item_id),
      rows.map((row) => row.seq),
      rows.map((row) => row.account_id),
      rows.map((row) => row.occurred_at),
      rows.map((row) => row.name),
    ],
  });
}
