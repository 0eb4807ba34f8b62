import type { ComponentProps, ReactNode } from 'react';
import { ItemTile, itemName } from './item-tile.tsx';
import './item-list.css';

interface Props extends ComponentProps<typeof ItemTile> {
  /** Stands below the name. */
  readonly children?: ReactNode;
}

/** A tile with its name next to it. */
export function ItemWithName({ children, ...item }: Props) {
  return (
    <span className="named-item">
      <ItemTile {...item} />
      <span>
        <bdi>{itemName(item)}</bdi>
        {children !== undefined && <span className="dim small">{children}</span>}
      </span>
    </span>
  );
}
