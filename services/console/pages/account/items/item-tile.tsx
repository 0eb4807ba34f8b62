import { useId, useState } from 'react';
import { readPageSettings } from '../../browser/page-settings.ts';
import { exactAmount, shortAmount } from '../../common/text/format.ts';
import { Name } from '../../common/text/isolated-name.tsx';
import { itemHue, itemInitials } from './item-placeholder.ts';
import './item-tile.css';

interface Props {
  readonly id: number;
  readonly name: string | null;
  readonly quantity: number;
  readonly price: number | null;
}

/** Its name opens by a press, because a phone shows no `title`. */
export function ItemTile({ id, name, quantity, price }: Props) {
  /** Another item may get this place later. */
  const [broken, setBroken] = useState<number | null>(null);
  const nameId = useId();
  const { itemIcon } = readPageSettings();
  const title = name ?? `Item ${id}`;
  const worth = price === null ? '' : `, ${exactAmount(price * quantity)} gp`;
  return (
    <>
      <button
        type="button"
        className="item-tile"
        style={{ '--hue': itemHue(id) } as React.CSSProperties}
        title={`${title} × ${exactAmount(quantity)}${worth}`}
        popoverTarget={nameId}
      >
        {itemIcon === null || broken === id ? (
          <span aria-hidden="true">{itemInitials(title)}</span>
        ) : (
          <img
            src={itemIcon.replaceAll('{id}', String(id))}
            alt=""
            loading="lazy"
            referrerPolicy="no-referrer"
            onError={() => setBroken(id)}
          />
        )}
        {quantity > 1 && (
          <small className="item-quantity" aria-hidden="true">
            {shortAmount(quantity)}
          </small>
        )}
      </button>
      <span id={nameId} popover="auto" className="item-name">
        <Name of={title} /> × {exactAmount(quantity)}
        {worth}
      </span>
    </>
  );
}
