import type { AnswerOf } from '../../../../../shared/client/api.ts';
import { ItemTile, itemName, itemWorth } from '../../common/items/item-tile.tsx';
import { Amount } from '../../common/text/amount.tsx';
import { countText } from '../../common/text/format.ts';
import { TimeAgo } from '../../common/text/time-ago.tsx';
import { AccountAnswer } from '../account-answer.tsx';
import { type AccountData, readSection, type ShownItem } from '../account-sections.ts';
import { NothingSent } from '../nothing-sent.tsx';

const shownMax = 30;

export function GearPanel({ account }: { readonly account: AccountData }) {
  const worn = readSection(account.equipment);
  const bySlot = new Map(worn?.items.map((item) => [item.equipment_slot, item]));
  return (
    <AccountAnswer
      title="Gear"
      account={account}
      category="equipment"
      path="/accounts/{id}/equipment-history"
      actions={worn === null ? null : <Amount value={worn.value} unit="gp" />}
    >
      {({ changes }) => (
        <>
          {worn === null && <NothingSent part="gear" />}
          <ul className="gear">
            {gearSlots.map((slot) => {
              const item = bySlot.get(slot);
              return (
                <li key={slot} className={`gear-slot slot-${slot.toLowerCase()}`}>
                  {item === undefined ? (
                    <span className="empty-slot">{slot.toLowerCase()}</span>
                  ) : (
                    <ItemTile
                      id={item.id}
                      name={item.name}
                      quantity={item.quantity}
                      worth={itemWorth(item)}
                    />
                  )}
                </li>
              );
            })}
          </ul>
          <GearHistory changes={changes} />
        </>
      )}
    </AccountAnswer>
  );
}

type Change = AnswerOf<'/accounts/{id}/equipment-history'>['data']['changes'][number];

/** Folded, because the changes of a month are longer than all other parts together. */
function GearHistory({ changes }: { readonly changes: readonly Change[] }) {
  if (changes.length === 0) return <p className="notice">No change of gear in the last 30 days.</p>;
  const shown = changes.slice(0, shownMax);
  return (
    <details className="panel-body">
      <summary className="small">Show {countText(shown.length, 'change')}</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys scroll the list */}
      <ol className="gear-history" aria-label="Changes of gear" tabIndex={0}>
        {shown.map(({ changed_at: at, items }, index) => {
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
    </details>
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
      {put.length > 0 && <p className="put">+ {put.join(', ')}</p>}
      {taken.length > 0 && <p className="taken">− {taken.join(', ')}</p>}
    </>
  );
}

/** The order of the game's own picture, row by row. */
const gearSlots = [
  'HEAD',
  'CAPE',
  'AMULET',
  'AMMO',
  'WEAPON',
  'BODY',
  'SHIELD',
  'LEGS',
  'GLOVES',
  'BOOTS',
  'RING',
] as const;

function diffGear(
  before: readonly ShownItem[],
  after: readonly ShownItem[],
): { readonly put: readonly string[]; readonly taken: readonly string[] } {
  const had = new Map(before.map((item) => [item.equipment_slot, item.id]));
  const has = new Map(after.map((item) => [item.equipment_slot, item.id]));
  return {
    put: after.filter(({ equipment_slot: slot, id }) => had.get(slot) !== id).map(itemName),
    taken: before.filter(({ equipment_slot: slot, id }) => has.get(slot) !== id).map(itemName),
  };
}
