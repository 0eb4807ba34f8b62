import { useCallback } from 'react';
import { Link } from 'react-router';
import type { AnswerOf } from '../../../../shared/client/api.ts';
import { pagePaths } from '../../page-paths.ts';
import { useTitle } from '../browser/use-title.ts';
import { isCompleteSearch, type TypedSearch, useTypedSearch } from '../common/fields/use-typed-search.ts';
import { foundItemsAddress } from '../common/items/items-address.ts';
import { soughtOf, useCanReadItems, useFoundItems } from '../common/items/use-found-items.ts';
import { AnswerPanel } from '../common/panel/answer-panel.tsx';
import { Panel } from '../common/panel/panel.tsx';
import { type AnswerState, useHubAnswer } from '../read-api/use-hub-answer.ts';
import { useMe } from '../read-api/use-key-rights.ts';
import { type HistoryEntry, useAddressValue } from '../state/use-address-value.ts';
import { FoundItems } from './found-items.tsx';
import './items.css';

export function ItemsPage() {
  useTitle('Items');
  const [find, setFind] = useAddressValue('find', '');
  const [, setOpen] = useAddressValue('open', '', 'replaced');
  const search = useCallback(
    (text: string, entry: HistoryEntry) => {
      setFind(text, entry);
      setOpen('');
    },
    [setFind, setOpen],
  );
  const typed = useTypedSearch(find, search, isCompleteSearch);
  const canRead = useCanReadItems();
  const isEmpty = soughtOf(find).length === 0;
  const readsDrops = useMe()?.key.categories.includes('events') === true;
  const dropped = useDroppedItems(readsDrops);
  const drops = dropped.body?.data.items?.filter(({ id }) => !currencies.has(id ?? 0)) ?? [];
  const mostDropped = drops.map(({ id, name }) => id ?? name).join();
  const sought = isEmpty ? mostDropped : find;
  const found = useFoundItems(canRead ? sought : '', { everyMs: 60_000 });
  // Links have the id, which says nothing to a person.
  const named = [...(found.body ?? []), ...drops];
  const shown = named.find(({ id }) => String(id) === find)?.name ?? find;
  const names = new Set(named.flatMap(({ name }) => name ?? []));
  const isTyping = typed.text !== null && typed.text.trim() !== find;
  return (
    <main id="content" className="page items-page">
      <h1>Items</h1>
      <SearchForm typed={typed} shown={shown} names={names} />
      {!canRead ? (
        <Panel title="No access to items">
          <p className="notice">This key does not read equipment, inventory or bank.</p>
        </Panel>
      ) : isEmpty && mostDropped === '' ? (
        readsDrops && (
          <AnswerPanel title={startTitle} asked={dropped}>
            {() => <p className="notice">No plugin has reported a drop with a price.</p>}
          </AnswerPanel>
        )
      ) : (
        <FoundItems
          find={sought}
          asked={found}
          isTyping={isTyping}
          heading={isEmpty ? startTitle : undefined}
          dropped={isEmpty ? new Map(drops.map(({ id, quantity }) => [id, quantity])) : undefined}
        />
      )}
    </main>
  );
}

interface FormProps {
  readonly typed: TypedSearch;
  /** The present search. */
  readonly shown: string;
  readonly names: ReadonlySet<string>;
}

function SearchForm({ typed, shown, names }: FormProps) {
  return (
    <form
      className="row wrap"
      onSubmit={(event) => {
        event.preventDefault();
        typed.search();
      }}
    >
      <input
        type="search"
        aria-label="Name or id of an item"
        placeholder="Name or id of an item"
        list="item-names"
        maxLength={100}
        value={typed.text ?? shown}
        onChange={({ target }) => typed.type(target.value)}
      />
      <datalist id="item-names">
        {[...names].map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <button type="submit" className="primary">
        Find
      </button>
      <p className="dim small">
        Players who wear, carry or store an item: type an id or words of its name, for example{' '}
        <Link to={foundItemsAddress('dragon bones')}>dragon bones</Link>. Share your bank on{' '}
        <Link to={pagePaths.me}>your own page</Link>.
      </p>
    </form>
  );
}

const startTitle = 'Top drops that the guild holds';
/** Coins and platinum tokens: everybody holds some. */
const currencies: ReadonlySet<number> = new Set([995, 13_204]);
const dropsWanted = { group: 'item', period: 'month', limit: 24 } as const;
type Drops = AnswerOf<'/leaderboards/loot'>;

/** Items that somebody of the guild got. */
function useDroppedItems(enabled: boolean): AnswerState<Drops> {
  return useHubAnswer(
    'dropped items',
    dropsWanted,
    (client, signal) => client.get('/leaderboards/loot', dropsWanted, signal),
    { enabled, everyMs: 300_000 },
  );
}
