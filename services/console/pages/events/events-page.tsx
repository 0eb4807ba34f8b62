import { useState } from 'react';
import type { HubEvent } from '../../../../shared/client/api.ts';
import type { HubClient } from '../../../../shared/client/open-client.ts';
import { AnswerPanel } from '../common/answer-panel.tsx';
import { everyEvent, type FeedFilter, leastValues } from '../common/event-filter.ts';
import { EventFilterForm } from '../common/event-filter-form.tsx';
import { EventLine } from '../common/event-line.tsx';
import { useAddressValue } from '../hub/use-address.ts';
import { useAnswer } from '../hub/use-answer.ts';
import { useMayRead } from '../hub/use-me.ts';
import { useAccounts } from '../hub/use-reading.ts';
import { useTitle } from '../hub/use-title.ts';
import './events.css';

const newest = 500;
const shownAtFirst = 100;
const everyMs = 10_000;

/** The feed with its filters; the address holds them, so that a selection can be sent to somebody. */
export function EventsPage() {
  useTitle('Events');
  const [account, setAccount] = useAddressValue('account', '');
  const [types, setTypes] = useAddressValue('types', '');
  const [least, setLeast] = useAddressValue('worth', '0');
  const [marked] = useAddressValue('event', '');
  const [shownMax, setShownMax] = useState(shownAtFirst);
  const mayRead = useMayRead('events');
  const filter: FeedFilter = {
    types: types.split(',').filter((type) => type !== ''),
    leastValue: leastValues.find((value) => String(value) === least) ?? 0,
  };
  const asked = useAnswer(
    'events',
    { account, types, least },
    (client, signal) => ask(client, signal, filter, account),
    {
      everyMs,
    },
  );
  const changeFilter = (next: FeedFilter) => {
    setTypes(next.types.join());
    setLeast(String(next.leastValue));
  };
  return (
    <main id="content" className="page events-page">
      <div className="row wrap">
        <h1 className="grow">Events</h1>
        <AccountChoice chosen={account} onChoose={setAccount} />
      </div>
      <EventFilterForm filter={filter} onChange={changeFilter} />
      <AnswerPanel title="Newest first" asked={asked} missing={mayRead ? undefined : 'events'}>
        {({ data }) => (
          <EventList
            events={data.toReversed()}
            marked={marked}
            max={shownMax}
            onMore={() => setShownMax(shownMax + shownAtFirst)}
            filtered={account !== '' || types !== '' || filter.leastValue > 0}
            onAll={() => {
              setAccount('');
              changeFilter(everyEvent);
            }}
          />
        )}
      </AnswerPanel>
    </main>
  );
}

function ask(client: HubClient, signal: AbortSignal, { types, leastValue }: FeedFilter, account: string) {
  const accounts = account === '' ? undefined : [account];
  const leastGp = leastValue === 0 ? undefined : leastValue;
  const wanted = types.length === 0 ? undefined : types;
  return client.get('/events', { limit: newest, types: wanted, accounts, min_value: leastGp }, signal);
}

interface ListProps {
  readonly events: readonly HubEvent[];
  readonly marked: string;
  readonly max: number;
  readonly filtered: boolean;
  readonly onMore: () => void;
  readonly onAll: () => void;
}

function EventList({ events, marked, max, filtered, onMore, onAll }: ListProps) {
  if (events.length === 0) {
    return (
      <div className="notice">
        <p>
          {filtered
            ? 'No event is like this.'
            : 'Nothing has happened yet. Drops, deaths and levels appear here some 15 seconds after they happened.'}
        </p>
        {filtered && (
          <button type="button" onClick={onAll}>
            Show all
          </button>
        )}
      </div>
    );
  }
  return (
    <>
      <ul>
        {events.slice(0, max).map((event) => (
          <EventLine key={event.id} event={event} marked={event.id === marked} />
        ))}
      </ul>
      {events.length > max && (
        <button type="button" className="more" onClick={onMore}>
          Show more
        </button>
      )}
    </>
  );
}

function AccountChoice({
  chosen,
  onChoose,
}: {
  readonly chosen: string;
  readonly onChoose: (id: string) => void;
}) {
  const { accounts } = useAccounts();
  const named = [...accounts.values()].sort((left, right) => left.name.localeCompare(right.name));
  return (
    <label className="row small">
      Player
      <select value={chosen} onChange={({ target }) => onChoose(target.value)} className="account-choice">
        <option value="">everybody</option>
        {named.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}
