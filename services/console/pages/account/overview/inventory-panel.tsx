import { ItemTile, itemWorth } from '../../common/items/item-tile.tsx';
import { NoCategoryAccess } from '../../common/panel/answer-panel.tsx';
import { Panel } from '../../common/panel/panel.tsx';
import { Amount } from '../../common/text/amount.tsx';
import { type AccountData, missingCategory, readSection } from '../account-sections.ts';
import { NothingSent } from '../nothing-sent.tsx';

const slots = Array.from({ length: 28 }, (_, slot) => slot);

export function InventoryPanel({ account }: { readonly account: AccountData }) {
  const missing = missingCategory(account, 'inventory');
  const inventory = readSection(account.inventory);
  const bySlot = new Map(inventory?.items.map((item) => [item.inventory_slot, item]));
  return (
    <Panel
      title="Inventory"
      actions={inventory === null ? null : <Amount value={inventory.value} unit="gp" />}
    >
      {missing !== undefined && <NoCategoryAccess category={missing} />}
      {missing === undefined && inventory === null && <NothingSent part="inventory" />}
      {inventory !== null && (
        <ul className="inventory">
          {slots.map((slot) => {
            const item = bySlot.get(slot);
            return (
              <li key={slot}>
                {item === undefined ? (
                  <span className="empty-slot" />
                ) : (
                  <ItemTile id={item.id} name={item.name} quantity={item.quantity} worth={itemWorth(item)} />
                )}
              </li>
            );
          })}
        </ul>
      )}
    </Panel>
  );
}
