import { Link } from 'react-router';
import type { AnswerOf } from '../../../../../shared/client/api.ts';
import { pagePaths } from '../../../page-paths.ts';
import { SearchInput } from '../../common/fields/search-input.tsx';
import { SegmentedControl } from '../../common/fields/segmented-control.tsx';
import { ItemGroup, ItemList } from '../../common/items/item-list.tsx';
import { itemName } from '../../common/items/item-tile.tsx';
import { ItemWithName } from '../../common/items/item-with-name.tsx';
import { sortRows } from '../../common/table/sort-rows.ts';
import { countText, exactAmount, exactTime, monthTitle, shortDate } from '../../common/text/format.ts';
import { Name } from '../../common/text/isolated-name.tsx';
import { useHubAnswer } from '../../read-api/use-hub-answer.ts';
import { useAddressChoice, useAddressValue } from '../../state/use-address-value.ts';
import { AccountAnswer } from '../account-answer.tsx';
import type { AccountData } from '../account-sections.ts';
import { NothingSent } from '../nothing-sent.tsx';
import { CountBar } from './count-bar.tsx';

type Item = NonNullable<AnswerOf<'/accounts/{id}/collection-log'>['data']['items']>[number];

const orders = ['by month', 'by source', 'by name'] as const;
type Order = (typeof orders)[number];

export function CollectionLogTab({ account }: { readonly account: AccountData }) {
  const [find, setFind] = useAddressValue('find', '');
  const [order, setOrder] = useAddressChoice('order', orders);
  const path = '/accounts/{id}/collection-log';
  return (
    <AccountAnswer
      title="Collection log"
      account={account}
      category="events"
      path={path}
      csvName="collection log"
      actions={
        <>
          <SearchInput label="Find an item" value={find} onChange={setFind} />
          <SegmentedControl label="Order" choices={orders} chosen={order} onChoose={setOrder} />
        </>
      }
    >
      {({ completed, total, items }) => (
        <>
          {completed !== null && (
            <div className="panel-body">
              <CountBar label="Items" completed={completed} total={total}>
                <PlaceInGuild id={account.id} />
              </CountBar>
            </div>
          )}
          {items === null ? (
            <NothingSent
              part="collection log"
              hint="Turn on the game's setting for new entries of the collection log, or open the log in the game."
            />
          ) : (
            <Groups items={items} find={find.trim().toLowerCase()} order={order} />
          )}
          {items !== null && completed !== null && items.length < completed && (
            <p className="notice">
              The hub knows the names of {exactAmount(items.length)} of these items, which were new while a
              plugin reported. Some plugins send the other names when the log is opened in the game.
            </p>
          )}
        </>
      )}
    </AccountAnswer>
  );
}

function PlaceInGuild({ id }: { readonly id: string }) {
  const { body } = useHubAnswer('place of log', { id }, (client, signal) =>
    client.get('/leaderboards/collection-log', { around: id, limit: 1 }, signal),
  );
  const place = body?.data.around.find(({ account }) => account.id === id)?.rank;
  if (place === undefined) return null;
  return (
    <>
      {' · '}
      <Link to={`${pagePaths.leaderboards}?metric=collection_log`}>#{exactAmount(place)} in the guild</Link>
    </>
  );
}

interface GroupsProps {
  readonly items: readonly Item[];
  /** In lower case. */
  readonly find: string;
  readonly order: Order;
}

const shownMax = 60;

function Groups({ items, find, order }: GroupsProps) {
  const found = items.filter((item) => `${itemName(item)} ${item.source ?? ''}`.toLowerCase().includes(find));
  if (found.length === 0)
    return <p className="notice">{find === '' ? 'The log is empty.' : 'No item or source has this text.'}</p>;
  return groupItems(found, order).map(([title, group]) => (
    <ItemGroup key={title} title={title} count={group.length}>
      <ItemList items={group} max={shownMax} className="named-items wide">
        {(item) => (
          <ItemWithName {...item} worth={null} to={`${pagePaths.items}?find=${item.id}`}>
            <Obtained item={item} />
          </ItemWithName>
        )}
      </ItemList>
    </ItemGroup>
  ));
}

type Group = readonly [title: string, items: readonly Item[]];

/** Items are newest first. A group without a month or source comes last. */
function groupItems(items: readonly Item[], order: Order): readonly Group[] {
  if (order === 'by name') return [['All items', sortRows(items, itemName, false)]];
  const titleOf = ({ obtained_at: at, source }: Item) =>
    order === 'by source' ? source : at && monthTitle(Date.parse(at));
  const groups = [...Map.groupBy(items, titleOf)];
  const sorted = order === 'by source' ? sortRows(groups, ([title]) => title, false) : groups;
  const unknown = order === 'by source' ? 'No plugin sent the source' : 'No plugin sent the time';
  return sorted.map(([title, group]) => [title ?? unknown, group]);
}

function Obtained({ item: { obtained_at: at, source, kill_count: kills } }: { readonly item: Item }) {
  const parts = [
    at && (
      <time key="at" dateTime={at} title={exactTime(Date.parse(at))}>
        {shortDate(Date.parse(at))}
      </time>
    ),
    source && <Name key="source" of={source} />,
    kills !== null && countText(kills, 'kill'),
  ].filter(Boolean);
  return parts.flatMap((part, place) => (place === 0 ? [part] : [' · ', part]));
}
