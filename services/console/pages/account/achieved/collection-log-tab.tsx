import type { AnswerOf } from '../../../../../shared/client/api.ts';
import { ItemTile, itemName } from '../../common/items/item-tile.tsx';
import { nameColumn, numberColumn, timeColumn } from '../../common/table/columns.tsx';
import { type Column, DataTable } from '../../common/table/data-table.tsx';
import { AccountAnswer } from '../account-answer.tsx';
import type { AccountData } from '../account-sections.ts';
import { NothingSent } from '../nothing-sent.tsx';
import { CountBar } from './count-bar.tsx';

type Item = NonNullable<AnswerOf<'/accounts/{id}/collection-log'>['data']['items']>[number];

export function CollectionLogTab({ account }: { readonly account: AccountData }) {
  const path = '/accounts/{id}/collection-log';
  return (
    <AccountAnswer
      title="Collection log"
      account={account}
      category="events"
      path={path}
      csvName="collection log"
    >
      {({ completed, total, items }) => (
        <>
          {completed !== null && (
            <div className="panel-body">
              <CountBar label="Items in the log" completed={completed} total={total} />
            </div>
          )}
          {items === null ? (
            <NothingSent
              part="collection log"
              hint="Turn on the game's setting for new entries of the collection log, or open the log in the game."
            />
          ) : (
            <DataTable
              label="Items of the collection log"
              rows={items}
              keyOf={({ id, name }) => `${id} ${name}`}
              textOf={(item) => `${itemName(item)} ${item.source ?? ''}`}
              whenEmpty="The log is empty."
              columns={columns}
              isTiled
            />
          )}
        </>
      )}
    </AccountAnswer>
  );
}

const columns: readonly Column<Item>[] = [
  {
    title: 'Item',
    cell: (item) => (
      <span className="row">
        <ItemTile id={item.id} name={item.name} quantity={item.quantity} worth={null} />
        <bdi>{itemName(item)}</bdi>
      </span>
    ),
    sortBy: itemName,
  },
  nameColumn('From', ({ source }) => source),
  timeColumn('Obtained', ({ obtained_at: at }) => at),
  numberColumn('Kill count', ({ kill_count: kills }) => kills),
];
