import { useId, useState } from 'react';
import { Link } from 'react-router';
import { readPageSettings } from '../../browser/page-settings.ts';
import { ItemGlyph } from '../glyphs/glyph.tsx';
import { itemKind } from '../glyphs/item-kind.ts';
import { exactAmount, shortAmount } from '../text/format.ts';
import { Name } from '../text/isolated-name.tsx';
import { itemHue, itemInitials } from './item-placeholder.ts';
import { foundItemsAddress } from './items-address.ts';
import './item-tile.css';

interface Props {
  /** Null for an item that was reported only by its name. */
  readonly id: number | null;
  readonly name: string | null;
  /** Null when it is unknown. */
  readonly quantity: number | null;
  /** The worth of all pieces, in gp; null without a known price. */
  readonly worth?: number | null;
}

export function itemName({ id, name }: Pick<Props, 'id' | 'name'>): string {
  return name ?? (id === null ? 'Unknown item' : `Item ${id}`);
}

/**
 * The worth of all pieces, in gp; null without a known price. Plugins send a price of 0 for an item
 * that has none.
 */
export function itemWorth(item: { readonly quantity: number; readonly ge_price: number | null }) {
  return item.ge_price ? item.ge_price * item.quantity : null;
}

/** The players with an item. */
export function itemHoldersAddress({ id, name }: Pick<Props, 'id' | 'name'>): string {
  return foundItemsAddress(id === null ? itemName({ id, name }) : String(id));
}

/** A picture of the guild's source, the glyph of a kind, or letters. The name stands next to it. */
export function ItemPicture({ id, name }: Pick<Props, 'id' | 'name'>) {
  /** Another item may get this place later. */
  const [broken, setBroken] = useState<number | null>(null);
  const { itemIcon } = readPageSettings();
  const kind = itemKind(itemName({ id, name }));
  const letters = name === null ? id : itemInitials(name);
  const drawn = kind === null ? letters : <ItemGlyph kind={kind} />;
  const hue = { '--hue': itemHue(id ?? name?.length ?? 0) } as React.CSSProperties;
  return (
    <span className={name === null ? 'item-picture item-id' : 'item-picture'} style={hue} aria-hidden="true">
      {itemIcon === null || id === null || broken === id ? (
        drawn
      ) : (
        <img
          src={itemIcon.replaceAll('{id}', String(id))}
          alt=""
          loading="lazy"
          referrerPolicy="no-referrer"
          onError={() => setBroken(id)}
        />
      )}
    </span>
  );
}

export function PictureWithQuantity({ id, name, quantity }: Omit<Props, 'worth'>) {
  return (
    <>
      <ItemPicture id={id} name={name} />
      {quantity !== null && quantity > 1 && (
        <small className="item-quantity" aria-hidden="true">
          {shortAmount(quantity)}
        </small>
      )}
    </>
  );
}

/** A press opens its name, because a phone shows no `title`, with a link to its holders. */
export function ItemTile({ id, name, quantity, worth }: Props) {
  const nameId = useId();
  const title = itemName({ id, name });
  const count = quantity === null ? '' : ` × ${exactAmount(quantity)}`;
  const price = worth === undefined ? '' : worth === null ? ', no known price' : `, ${exactAmount(worth)} gp`;
  return (
    <>
      <button type="button" className="item-tile" title={title + count + price} popoverTarget={nameId}>
        <PictureWithQuantity id={id} name={name} quantity={quantity} />
      </button>
      <span id={nameId} popover="auto" className="item-name">
        <Name of={title} />
        {count}
        {price}
        <br />
        <Link to={itemHoldersAddress({ id, name })}>Players with this item</Link>
      </span>
    </>
  );
}
