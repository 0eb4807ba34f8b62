import type { AnswerOf } from '../../../../../shared/client/api.ts';
import { AnswerPanel } from '../../common/panel/answer-panel.tsx';
import { Amount } from '../../common/text/amount.tsx';
import { TimeAgo } from '../../common/text/time-ago.tsx';
import { useHubAnswer } from '../../read-api/use-hub-answer.ts';
import { type AccountData, missingCategory, readSection } from '../account-sections.ts';
import { diffGear, gearSlots, itemName } from './gear.ts';
import { ItemTile } from './item-tile.tsx';

const shownMax = 30;

export function GearPanel({ account }: { readonly account: AccountData }) {
  const { id } = account;
  const missing = missingCategory(account, 'equipment');
  const worn = readSection(account.equipment);
  const asked = useHubAnswer(
    'gear history',
    { id },
    (client, signal) => client.get('/accounts/{id}/equipment-history', { id }, signal),
    { enabled: missing === undefined, everyMs: 60_000 },
  );
  const bySlot = new Map(worn?.items.map((item) => [item.equipment_slot, item]));
  return (
    <AnswerPanel
      title="Gear"
      asked={asked}
      missing={missing}
      actions={worn === null ? null : <Amount value={worn.value} unit="gp" />}
    >
      {({ data }) => (
        <>
          {worn === null && <p className="notice">No plugin has sent gear yet.</p>}
          <ul className="gear">
            {gearSlots.map((slot) => {
              const item = bySlot.get(slot);
              return (
                <li key={slot} className={`gear-slot slot-${slot.toLowerCase()}`}>
                  {item === undefined ? (
                    <span className="empty-slot">{slot.toLowerCase()}</span>
                  ) : (
                    <ItemTile id={item.id} name={item.name} quantity={item.quantity} price={item.ge_price} />
                  )}
                </li>
              );
            })}
          </ul>
          <GearHistory changes={data.changes} />
        </>
      )}
    </AnswerPanel>
  );
}

type Change = AnswerOf<'/accounts/{id}/equipment-history'>['data']['changes'][number];

function GearHistory({ changes }: { readonly changes: readonly Change[] }) {
  if (changes.length === 0) return <p className="notice">No change of gear in the last 30 days.</p>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so keys must reach it
    <ol className="gear-history" tabIndex={0} aria-label="Changes of gear">
      {changes.slice(0, shownMax).map(({ changed_at: at, items }, index) => {
        const before = changes[index + 1]?.items;
        return (
          <li key={at} className="small">
            <span className="dim">
              <TimeAgo at={at} />
            </span>{' '}
            {before === undefined ? (
              <WornSince items={items} />
            ) : (
              <GearChange before={before} after={items} />
            )}
          </li>
        );
      })}
    </ol>
  );
}

/** Earlier gear is unknown. */
function WornSince({ items }: { readonly items: Change['items'] }) {
  const names = items.map(itemName).join(', ');
  return <span className="dim">worn since: {names === '' ? 'nothing' : names}</span>;
}

interface GearChangeProps {
  readonly before: Change['items'];
  readonly after: Change['items'];
}

function GearChange({ before, after }: GearChangeProps) {
  const { put, taken } = diffGear(before, after);
  return (
    <>
      {put.map((name) => (
        <span key={`+${name}`} className="put">
          + {name}{' '}
        </span>
      ))}
      {taken.map((name) => (
        <span key={`-${name}`} className="taken">
          − {name}{' '}
        </span>
      ))}
    </>
  );
}
