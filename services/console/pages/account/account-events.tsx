import { Link } from 'react-router';
import { pagePaths } from '../../page-paths.ts';
import { sortByOccurrence } from '../common/events/by-occurrence.ts';
import { EventLine } from '../common/events/event-line.tsx';
import { AnswerPanel } from '../common/panel/answer-panel.tsx';
import { groupEvents } from '../events/group-events.ts';
import { useHubAnswer } from '../read-api/use-hub-answer.ts';
import { type AccountData, missingCategory } from './account-sections.ts';

const shown = 12;
/** Events of a few types are often equal, for example tasks of a diary. */
const readOfTypes = 50;

interface Props {
  readonly account: AccountData;
  readonly title: string;
  /** All types when left out. */
  readonly types?: readonly string[];
}

/** The newest events of an account. */
export function AccountEvents({ account, title, types }: Props) {
  const { id } = account;
  const missing = missingCategory(account, 'events');
  const asked = useHubAnswer(
    'account events',
    { id, types },
    (client, signal) =>
      client.get(
        '/events',
        { accounts: [id], limit: types === undefined ? shown : readOfTypes, types },
        signal,
      ),
    { enabled: missing === undefined, everyMs: 15_000 },
  );
  const all = new URLSearchParams({ account: id, ...(types && { types: types.join() }) });
  const link = <Link to={`${pagePaths.events}?${all}`}>All</Link>;
  return (
    <AnswerPanel title={title} actions={link} asked={asked} missing={missing}>
      {({ data }) => (
        <>
          {data.length === 0 && <p className="notice">Nothing has happened to this account yet.</p>}
          <ul>
            {groupsByDay(sortByOccurrence(data.toReversed()))
              .slice(0, shown)
              .map(({ event, count, hasEntry }) => (
                <EventLine key={event.id} event={event} count={count} hasEntry={hasEntry} hasName={false} />
              ))}
          </ul>
        </>
      )}
    </AnswerPanel>
  );
}

/** The time of a line is of the newest event, so events of other days are other lines. */
function groupsByDay(events: Parameters<typeof groupEvents>[0]) {
  return groupEvents(events, Number.POSITIVE_INFINITY).flatMap(({ groups }) => groups);
}
