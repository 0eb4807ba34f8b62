import { Amount } from '../common/amount.tsx';
import { NoRight } from '../common/answer-panel.tsx';
import { ItemTile } from '../common/item-tile.tsx';
import { Panel } from '../common/panel.tsx';
import { type AccountData, missingOf, sent } from './account-data.ts';

const slots = Array.from({ length: 28 }, (_, slot) => slot);

/** What is carried, slot by slot as in the game. */
export function InventoryPanel({ account }: { readonly account: AccountData }) {
  const missing = missingOf(account, 'inventory');
  const inventory = sent(account.inventory);
  const bySlot = new Map(inventory?.items.map((item) => [item.inventory_slot, item]));
  return (
    <Panel
      title="Inventory"
      actions={inventory === null ? null : <Amount value={inventory.value} unit="gp" />}
    >
      {missing !== undefined && <NoRight category={missing} />}
      {missing === undefined && inventory === null && <p className="notice">No plugin has sent it yet.</p>}
      {inventory !== null && (
        <ul className="inventory">
          {slots.map((slot) => {
            const item = bySlot.get(slot);
            return (
              <li key={slot}>
                {item === undefined ? (
                  <span className="empty-slot" />
                ) : (
                  <ItemTile id={item.id} name={item.name} quantity={item.quantity} price={item.ge_price} />
                )}
              </li>
            );
          })}
        </ul>
      )}
    </Panel>
  );
}
