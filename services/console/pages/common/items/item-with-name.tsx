import type { ComponentProps, ReactNode } from 'react';
import { Link } from 'react-router';
import { ItemTile, itemName, PictureWithQuantity } from './item-tile.tsx';
import './item-list.css';

interface Props extends ComponentProps<typeof ItemTile> {
  /** The page that the name leads to. */
  readonly to?: string;
  /** Stands below the name. */
  readonly children?: ReactNode;
}

/** A tile with its name next to it. Both lead to `to`, and the keyboard stops once. */
export function ItemWithName({ to, children, ...item }: Props) {
  const name = <bdi>{itemName(item)}</bdi>;
  return (
    <span className="named-item">
      {to === undefined ? (
        <ItemTile {...item} />
      ) : (
        <Link to={to} className="item-tile" aria-hidden="true" tabIndex={-1}>
          <PictureWithQuantity {...item} />
        </Link>
      )}
      <span>
        {to === undefined ? name : <Link to={to}>{name}</Link>}
        {children !== undefined && <span className="dim small">{children}</span>}
      </span>
    </span>
  );
}
