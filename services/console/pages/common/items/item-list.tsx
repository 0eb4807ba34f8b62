import { type ReactNode, useState } from 'react';
import { countText, exactAmount } from '../text/format.ts';
import './item-list.css';

interface Props<Item> {
  readonly items: readonly Item[];
  /** A button shows further items. */
  readonly max: number;
  readonly className: 'bank-row' | 'named-items' | 'named-items wide';
  readonly children: (item: Item) => ReactNode;
}

export function ItemList<Item>({ items, max, className, children }: Props<Item>) {
  const [showsAll, setShowsAll] = useState(false);
  const hidden = showsAll ? 0 : Math.max(0, items.length - max);
  if (items.length === 0) return null;
  return (
    <ul className={className}>
      {items.slice(0, items.length - hidden).map((item, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an item may lie in two places
        <li key={place}>{children(item)}</li>
      ))}
      {hidden > 0 && (
        <li>
          <button type="button" onClick={() => setShowsAll(true)}>
            {exactAmount(hidden)} more
          </button>
        </li>
      )}
    </ul>
  );
}

interface GroupProps {
  readonly title: string;
  readonly count: number;
  /** How many items the group can have. */
  readonly of?: number | undefined;
  /** Stands next to the title. */
  readonly note?: ReactNode;
  readonly children: ReactNode;
}

/** A list below a title. */
export function ItemGroup({ title, count, of, note, children }: GroupProps) {
  return (
    <section className="panel-body item-group" aria-label={title}>
      <div className="row wrap">
        <h3>
          <bdi>{title}</bdi>
        </h3>
        <span className="dim small">
          {of === undefined ? countText(count, 'item') : `${exactAmount(count)} of ${countText(of, 'item')}`}
        </span>
        {note}
      </div>
      {count === 0 && of === undefined ? <p className="dim">Empty</p> : children}
    </section>
  );
}
