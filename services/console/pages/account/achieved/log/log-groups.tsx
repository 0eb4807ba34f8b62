import { ItemGroup, ItemList } from '../../../common/items/item-list.tsx';
import { itemHoldersAddress } from '../../../common/items/item-tile.tsx';
import { ItemWithName } from '../../../common/items/item-with-name.tsx';
import { sortRows } from '../../../common/table/sort-rows.ts';
import { exactAmount, exactTime, monthTitle, shortDate } from '../../../common/text/format.ts';
import { Name } from '../../../common/text/isolated-name.tsx';
import type { LoggedItem } from './fill-pages.ts';
import './log-groups.css';

const shownMax = 60;
/** A larger group has the whole width. */
const columnMax = 12;

interface Props {
  readonly items: readonly LoggedItem[];
  readonly by: 'source' | 'month';
}

/** Items are newest first. A group without a month or source comes last. */
export function LoggedGroups({ items, by }: Props) {
  const groups = [
    ...Map.groupBy(items, ({ obtained_at: at, source }) =>
      by === 'source' ? source : at && monthTitle(Date.parse(at)),
    ),
  ];
  const sorted = by === 'source' ? sortRows(groups, ([name]) => name, false) : groups;
  const unknown = `No plugin sent the ${by === 'source' ? by : 'time'}`;
  return (
    <div className="log-columns">
      {sorted.map(([name, group]) => (
        <div key={name} className={group.length > columnMax ? 'log-group large' : 'log-group'}>
          <ItemGroup title={name ?? unknown} count={group.length}>
            <ItemList items={group} max={shownMax} className="named-items wide">
              {(item) => <Logged item={item} hasSource={by !== 'source'} hasTime={by !== 'month'} />}
            </ItemList>
          </ItemGroup>
        </div>
      ))}
    </div>
  );
}

interface LoggedProps {
  readonly item: LoggedItem;
  /** A title above does not say the source. */
  readonly hasSource: boolean;
  /** A title above does not say that the time is unknown. */
  readonly hasTime?: boolean;
}

export function Logged({ item, hasSource, hasTime = true }: LoggedProps) {
  const { obtained_at: at, source, kill_count: kills } = item;
  const parts = [
    at === null ? (
      hasTime && 'time unknown'
    ) : (
      <time key="at" dateTime={at} title={exactTime(Date.parse(at))}>
        {shortDate(Date.parse(at))}
      </time>
    ),
    hasSource && source && kills === null && <Name key="source" of={source} />,
    kills !== null && (
      <span key="kills">
        at {exactAmount(kills)}{' '}
        {hasSource && source && (
          <>
            <Name of={source} />{' '}
          </>
        )}
        {kills === 1 ? 'kill' : 'kills'}
      </span>
    ),
  ].filter(Boolean);
  return (
    <ItemWithName {...item} to={itemHoldersAddress(item)}>
      {parts.flatMap((part, place) => (place === 0 ? [part] : ['\u00a0· ', part]))}
    </ItemWithName>
  );
}
