import { ItemGroup, ItemList } from '../../../common/items/item-list.tsx';
import { itemName } from '../../../common/items/item-tile.tsx';
import { ItemWithName } from '../../../common/items/item-with-name.tsx';
import { itemHoldersAddress } from '../../../common/items/items-address.ts';
import { sortRows } from '../../../common/table/sort-rows.ts';
import { countText, exactTime, monthTitle, shortDate } from '../../../common/text/format.ts';
import { Name } from '../../../common/text/isolated-name.tsx';
import type { LoggedItem } from './fill-pages.ts';
import './log-groups.css';

const shownMax = 60;
/** A larger group has the whole width. */
const columnMax = 12;

export type GroupedBy = 'source' | 'month' | null;

/** Small groups stand below each other in columns. Items are newest first. A group without a month or source comes last. */
export function LoggedGroups({
  items,
  by,
}: {
  readonly items: readonly LoggedItem[];
  readonly by: GroupedBy;
}) {
  return (
    <div className="log-columns">
      {groupItems(items, by).map(([title, group]) => (
        <div key={title} className={group.length > columnMax ? 'log-group large' : 'log-group'}>
          <ItemGroup title={title} count={group.length}>
            <ItemList items={group} max={shownMax} className="named-items wide">
              {(item) => <Logged item={item} hasSource={by !== 'source'} />}
            </ItemList>
          </ItemGroup>
        </div>
      ))}
    </div>
  );
}

type Group = readonly [title: string, items: readonly LoggedItem[]];

function groupItems(items: readonly LoggedItem[], by: GroupedBy): readonly Group[] {
  if (by === null) return [['Known items', sortRows(items, itemName, false)]];
  const titleOf = ({ obtained_at: at, source }: LoggedItem) =>
    by === 'source' ? source : at && monthTitle(Date.parse(at));
  const groups = [...Map.groupBy(items, titleOf)];
  const sorted = by === 'source' ? sortRows(groups, ([title]) => title, false) : groups;
  return sorted.map(([title, group]) => [
    title ?? `No plugin sent the ${by === 'source' ? by : 'time'}`,
    group,
  ]);
}

interface LoggedProps {
  readonly item: LoggedItem;
  /** A title above does not say the source. */
  readonly hasSource: boolean;
}

export function Logged({ item, hasSource }: LoggedProps) {
  const { obtained_at: at, source, kill_count: kills } = item;
  const parts = [
    at && (
      <time key="at" dateTime={at} title={exactTime(Date.parse(at))}>
        {shortDate(Date.parse(at))}
      </time>
    ),
    hasSource && source && <Name key="source" of={source} />,
    // A space that does not break keeps the number and its word on a line.
    kills !== null && countText(kills, 'kill').replace(' ', '\u00a0'),
  ].filter(Boolean);
  return (
    <ItemWithName {...item} worth={null} to={itemHoldersAddress(item)}>
      {parts.flatMap((part, place) => (place === 0 ? [part] : ['\u00a0· ', part]))}
    </ItemWithName>
  );
}
