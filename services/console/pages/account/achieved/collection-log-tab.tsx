import { Link } from 'react-router';
import { boardAddress } from '../../common/board-address.ts';
import { SearchInput } from '../../common/fields/search-input.tsx';
import { SegmentedControl } from '../../common/fields/segmented-control.tsx';
import { countText, exactAmount } from '../../common/text/format.ts';
import { useHubAnswer } from '../../read-api/use-hub-answer.ts';
import { useAddressChoice, useAddressValue } from '../../state/use-address-value.ts';
import { AccountAnswer } from '../account-answer.tsx';
import type { AccountData } from '../account-sections.ts';
import { NothingSent } from '../nothing-sent.tsx';
import { CountBar } from './count-bar.tsx';
import type { LoggedItem } from './log/fill-pages.ts';
import { hasText, LogByPage } from './log/log-by-page.tsx';
import { LoggedGroups } from './log/log-groups.tsx';

const orders = ['by page', 'by month'] as const;
type Order = (typeof orders)[number];

export function CollectionLogTab({ account }: { readonly account: AccountData }) {
  const [find, setFind] = useAddressValue('find', '', 'replaced');
  const [, setPage] = useAddressValue('page', '');
  const [order, setOrder] = useAddressChoice('order', orders);
  // Another text shows its hits on all pages.
  const search = (text: string) => {
    setFind(text);
    setPage('', 'replaced');
  };
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
          <SearchInput label="Find an item" value={find} onChange={search} />
          <SegmentedControl label="Order" choices={orders} chosen={order} onChoose={setOrder} />
        </>
      }
    >
      {({ completed, total, items }) => (
        <>
          {(completed !== null || items !== null) && (
            <div className="panel-body">
              {completed !== null && (
                <CountBar label="Items" completed={completed} total={total}>
                  <PlaceInGuild id={account.id} />
                </CountBar>
              )}
              {items !== null && <KnownItems known={items.length} completed={completed} order={order} />}
            </div>
          )}
          {items === null ? (
            <NothingSent
              part="collection log"
              hint="Turn on the game's setting for new entries of the collection log, or open the log in the game."
            />
          ) : (
            <Items
              account={account}
              items={items}
              isWhole={completed !== null && items.length >= completed}
              find={find.trim().toLowerCase()}
              order={order}
            />
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
      <Link to={boardAddress({ metric: 'collection_log', around: id })}>
        #{exactAmount(place)} in the guild
      </Link>
    </>
  );
}

interface KnownItemsProps {
  readonly known: number;
  /** Null when no plugin sent the count. */
  readonly completed: number | null;
  readonly order: Order;
}

/** Says that the log of the game has more items than the hub knows. */
function KnownItems({ known, completed, order }: KnownItemsProps) {
  if (completed !== null && known >= completed) return null;
  return (
    <p className="dim small log-note">
      The hub knows the names of{' '}
      {completed === null ? countText(known, 'item') : `${exactAmount(known)} of these items`}
      {order === 'by page' && '. An item with a question mark may be in the log of the game too'}.
    </p>
  );
}

interface ItemsProps {
  readonly account: AccountData;
  readonly items: readonly LoggedItem[];
  readonly isWhole: boolean;
  /** In lower case. */
  readonly find: string;
  readonly order: Order;
}

function Items({ order, ...about }: ItemsProps) {
  const { items, find } = about;
  if (order === 'by page') return <LogByPage {...about} />;
  const found = items.filter((item) => hasText(item, find));
  if (found.length === 0)
    return <p className="notice">{find === '' ? 'The log is empty.' : 'No item or source has this text.'}</p>;
  return <LoggedGroups items={found} by="month" />;
}
