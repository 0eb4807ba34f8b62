import { EventLine } from '../common/events/event-line.tsx';
import { AnswerPanel } from '../common/panel/answer-panel.tsx';
import { useHubAnswer } from '../read-api/use-hub-answer.ts';
import { type AccountData, missingCategory } from './account-sections.ts';

const shown = 12;

export function AccountEvents({ account }: { readonly account: AccountData }) {
  const { id } = account;
  const missing = missingCategory(account, 'events');
  const asked = useHubAnswer(
    'account events',
    { id },
    (client, signal) => client.get('/events', { accounts: [id], limit: shown }, signal),
    { enabled: missing === undefined, everyMs: 15_000 },
  );
  return (
    <AnswerPanel title="Events" asked={asked} missing={missing}>
      {({ data }) => (
        <>
          {data.length === 0 && <p className="notice">Nothing has happened to this account yet.</p>}
          <ul>
            {data.toReversed().map((event) => (
              <EventLine key={event.id} event={event} />
            ))}
          </ul>
        </>
      )}
    </AnswerPanel>
  );
}
