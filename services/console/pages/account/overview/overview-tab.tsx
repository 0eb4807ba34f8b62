import { sortByOccurrence } from '../../common/events/by-occurrence.ts';
import { EventLine } from '../../common/events/event-line.tsx';
import { joinEntries } from '../../common/events/join-entries.ts';
import { AnswerPanel } from '../../common/panel/answer-panel.tsx';
import { useHubAnswer } from '../../read-api/use-hub-answer.ts';
import { type AccountData, missingCategory } from '../account-sections.ts';
import { GearPanel } from './gear-panel.tsx';
import { InventoryPanel } from './inventory-panel.tsx';
import { SkillsPanel } from './skills-panel.tsx';
import { XpPanel } from './xp-panel.tsx';

export function OverviewTab({ account }: { readonly account: AccountData }) {
  return (
    <div className="account-columns">
      <div className="account-column">
        <SkillsPanel account={account} />
        <XpPanel account={account} />
      </div>
      <div className="account-column">
        <GearPanel account={account} />
        <InventoryPanel account={account} />
      </div>
      <AccountEvents account={account} />
    </div>
  );
}

const shown = 12;

function AccountEvents({ account }: { readonly account: AccountData }) {
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
            {joinEntries(sortByOccurrence(data.toReversed())).map(({ event, entryId }) => (
              <EventLine key={event.id} event={event} hasEntry={entryId !== null} hasName={false} />
            ))}
          </ul>
        </>
      )}
    </AnswerPanel>
  );
}
