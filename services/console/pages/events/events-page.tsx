import { useMemo, useRef, useState } from 'react';
import type { HubEvent } from '../../../../shared/client/api.ts';
import { useIsNarrow } from '../browser/use-is-narrow.ts';
import { useTitle } from '../browser/use-title.ts';
import { emptyFeedFilter, type FeedFilter, leastValues } from '../common/events/event-filter.ts';
import { EventFilterForm } from '../common/events/event-filter-form.tsx';
import { namesIn } from '../common/events/listed-items.ts';
import { NameSelect } from '../common/fields/name-select.tsx';
import { SearchField } from '../common/fields/search-field.tsx';
import { isCompleteSearch } from '../common/fields/use-typed-search.ts';
import { AnswerPanel } from '../common/panel/answer-panel.tsx';
import { compareNames } from '../common/text/account-name.ts';
import { useCanRead } from '../read-api/use-key-rights.ts';
import { useAccount, useAccounts } from '../read-api/use-read-api.ts';
import { useAddressValue } from '../state/use-address-value.ts';
import { EventList } from './event-list.tsx';
import { parseEventRange } from './event-range.ts';
import { RangeForm } from './range-form.tsx';
import { textWhenEmpty } from './text-when-empty.ts';
import { useEvents } from './use-events.ts';
import './events.css';

export function EventsPage() {
  useTitle('Events');
  const [account, setAccount] = useAddressValue('account', '');
  const [types, setTypes] = useAddressValue('types', '');
  const [least, setLeast] = useAddressValue('worth', '0');
  const [from] = useAddressValue('from', '');
  const [to] = useAddressValue('to', '');
  const [items, setItems] = useAddressValue('item', '');
  const [sources, setSources] = useAddressValue('source', '');
  const [marked] = useAddressValue('event', '');
  const chosen = useAccount(account);
  const canRead = useCanRead('events') && chosen?.categories.includes('events') !== false;
  const filter: FeedFilter = {
    types: types.split(',').filter((type) => type !== ''),
    leastValue: leastValues.find((value) => String(value) === least) ?? 0,
  };
  const selection = { filter, account, items, sources };
  const isSought = items !== '' || sources !== '';
  // A sought event may be old: an answer about the newest events may end before it.
  const range = parseEventRange(from, to) ?? (isSought ? { from: 0, to: undefined } : null);
  const asked = useEvents(selection, range, canRead);
  const changeFilter = ({ types: chosenTypes, leastValue }: FeedFilter) => {
    setTypes(chosenTypes.join());
    setLeast(String(leastValue));
  };
  const isFiltered = isSought || account !== '' || types !== '' || filter.leastValue > 0;
  const clear = () => {
    setAccount('');
    setItems('');
    setSources('');
    changeFilter(emptyFeedFilter);
  };
  return (
    <main id="content" className="page events-page">
      <TitleAndFields events={asked.body?.events} />
      <EventFilterForm filter={filter} onChange={changeFilter} />
      <AnswerPanel
        title={from === '' && to === '' ? 'Newest first' : 'Events of this time, newest first'}
        asked={asked}
        actions={
          <>
            {marked !== '' && <OtherEvents />}
            {isFiltered && (
              <button type="button" className="chip" onClick={clear}>
                Clear filters
              </button>
            )}
          </>
        }
        missing={canRead ? undefined : 'events'}
      >
        {(pages) => (
          <EventList
            {...pages}
            marked={marked}
            sought={items}
            whenEmpty={textWhenEmpty({
              ...{ items, sources, isFiltered: account !== '' || types !== '' || filter.leastValue > 0 },
              ...{ hasRange: from !== '' || to !== '', hasOlder: pages.onOlder !== null },
            })}
          />
        )}
      </AnswerPanel>
    </main>
  );
}

/** Leaves the address of one event for the list with the same filter. */
function OtherEvents() {
  const [, setFrom] = useAddressValue('from', '');
  const [, setTo] = useAddressValue('to', '');
  const [, setMarked] = useAddressValue('event', '');
  const leave = () => {
    for (const clear of [setFrom, setTo, setMarked]) clear('');
  };
  return (
    <button type="button" className="chip" onClick={leave}>
      Other events
    </button>
  );
}

/** On a phone the fields that are seldom used are folded, except when the address has them. */
function TitleAndFields({ events }: { readonly events: readonly HubEvent[] | undefined }) {
  const [items, setItems] = useAddressValue('item', '');
  const [sources, setSources] = useAddressValue('source', '');
  const [from, setFrom] = useAddressValue('from', '', 'replaced');
  const [to, setTo] = useAddressValue('to', '', 'replaced');
  const offered = useSeenNames(events);
  const isNarrow = useIsNarrow();
  const [isExpanded, setIsExpanded] = useState(items + sources + from + to !== '');
  return (
    <>
      <div className="row">
        <h1 className="grow">Events</h1>
        {isNarrow && (
          <button
            type="button"
            className="chip"
            aria-expanded={isExpanded}
            onClick={() => setIsExpanded(!isExpanded)}
          >
            {isExpanded ? 'Fewer filters' : 'More filters'}
          </button>
        )}
      </div>
      <div className="events-fields row wrap">
        <AccountChoice />
        {(isExpanded || !isNarrow) && (
          <>
            <SearchField
              {...{ label: 'Item', placeholder: 'Part of a name', isComplete: isCompleteSearch }}
              {...{ value: items, offered: offered.items, onSearch: setItems }}
            />
            <SearchField
              {...{ label: 'Source', placeholder: 'Part of a name', isComplete: isCompleteSearch }}
              {...{ value: sources, offered: offered.sources, onSearch: setSources }}
            />
            <RangeForm from={from} to={to} onFrom={setFrom} onTo={setTo} whole="Newest" />
          </>
        )}
      </div>
    </>
  );
}

function AccountChoice() {
  const [chosen, setChosen] = useAddressValue('account', '');
  const { accounts } = useAccounts();
  const named = [...accounts.values()]
    .filter(({ id, categories }) => id === chosen || categories.includes('events'))
    .sort(compareNames);
  const unknown = chosen === '' || accounts.has(chosen) ? [] : [{ id: chosen, name: chosen }];
  const choices = [...unknown, ...named];
  return <NameSelect label="Player" none="Every player" {...{ choices, chosen }} onChoose={setChosen} />;
}

const namesMax = 300;

/** The names in all events since the page opened, sorted, because a filter leaves few events. */
function useSeenNames(events: readonly HubEvent[] | undefined) {
  const seen = useRef({ items: new Set<string>(), sources: new Set<string>() });
  return useMemo(() => {
    const { items, sources } = seen.current;
    for (const event of events ?? []) {
      const names = namesIn(event);
      addNames(items, names.items);
      addNames(sources, names.sources);
    }
    return { items: [...items].sort(), sources: [...sources].sort() };
  }, [events]);
}

function addNames(seen: Set<string>, names: readonly string[]): void {
  for (const name of names) {
    // A comma separates names in the filter.
    if (seen.size < namesMax && !name.includes(',')) seen.add(name);
  }
}
