import { Link } from 'react-router';
import { pagePaths } from '../../../page-paths.ts';
import { eventAddress } from '../../common/events/event-address.ts';
import { SegmentedControl } from '../../common/fields/segmented-control.tsx';
import { ItemList } from '../../common/items/item-list.tsx';
import { itemHoldersAddress, itemName } from '../../common/items/item-tile.tsx';
import { ItemWithName } from '../../common/items/item-with-name.tsx';
import { Figure, Figures } from '../../common/panel/figures.tsx';
import { periodMs, periods } from '../../common/period.ts';
import { amountColumn, numberColumn, timeColumn } from '../../common/table/columns.tsx';
import { type Column, DataTable } from '../../common/table/data-table.tsx';
import { Amount } from '../../common/text/amount.tsx';
import { countText, exactAmount, humanizeName } from '../../common/text/format.ts';
import { TimeAgo } from '../../common/text/time-ago.tsx';
import { useAddressChoice } from '../../state/use-address-value.ts';
import { AccountAnswer } from '../account-answer.tsx';
import type { AccountData } from '../account-sections.ts';
import { NothingSent } from '../nothing-sent.tsx';
import { killBoardAddress, useKills } from '../use-kills.ts';
import { BestDrop, type ListedSource as Source } from './best-drop.tsx';

const ranges = ['all', ...periods] as const;

export function DropsTab({ account }: { readonly account: AccountData }) {
  const [range, setRange] = useAddressChoice('range', ranges);
  const about = { account, category: 'events', path: '/accounts/{id}/drops', csvName: 'drops' } as const;
  return (
    <AccountAnswer
      {...about}
      title="Drops by source"
      sinceMs={range === 'all' ? undefined : periodMs[range]}
      actions={
        <>
          <Link to={`${pagePaths.events}?account=${account.id}&types=loot`}>In order of time</Link>
          <SegmentedControl label="Drops of" choices={ranges} chosen={range} onChoose={setRange} />
        </>
      }
    >
      {({ sources }) =>
        sources === null ? (
          <NothingSent part="drops" hint="Drops in special worlds do not count." />
        ) : (
          <SourceTable account={account} sources={sources} />
        )
      }
    </AccountAnswer>
  );
}

interface SourcesProps {
  readonly account: AccountData;
  readonly sources: readonly Source[];
}

function SourceTable({ account, sources }: SourcesProps) {
  const bosses = new Map(useKills(account).map(({ name, kills }) => [name, kills]));
  const items = sources.flatMap((source) => source.items);
  const unpriced = new Set(items.filter(({ value_gp: value }) => value === null).map(itemName));
  return (
    <>
      {sources.length > 0 && (
        <>
          <DropFacts account={account} sources={sources} />
          <p className="panel-body dim small">
            All items of a kill are one drop.
            {unpriced.size > 0 &&
              ` Worths leave out ${countText(unpriced.size, 'item')} without a known price.`}
          </p>
        </>
      )}
      <DataTable
        label="Drops by source"
        rows={sources}
        keyOf={({ source, kind }) => `${kind} ${source}`}
        textOf={({ source, items }) => [source, ...items.map(({ name }) => name)].join(' ')}
        whenEmpty="Nothing dropped in this time. A longer time may show drops."
        columns={columnsOf(account.id, bosses)}
        orderAtFirst="-Worth"
        isTiled
      />
    </>
  );
}

function DropFacts({ account, sources }: SourcesProps) {
  const drops = sources.reduce((sum, source) => sum + source.drops, 0);
  const worth = sources.reduce((sum, { value_gp: value }) => sum + (value ?? 0), 0);
  return (
    <Figures>
      <Figure title="Worth of all drops">
        <Amount value={worth} unit="gp" />
      </Figure>
      <Figure title="Drops">
        {exactAmount(drops)} <small className="dim">from {countText(sources.length, 'source')}</small>
      </Figure>
      <BestDrop account={account} sources={sources} />
    </Figures>
  );
}

const itemsShown = 6;

const columnsOf = (
  account: string,
  bosses: ReadonlyMap<string | null, number | null>,
): readonly Column<Source>[] => [
  {
    title: 'Source',
    cell: ({ source, kind, kill_count: ofDrop }) => {
      const kills = bosses.get(source) ?? null;
      return (
        <>
          {source !== null && bosses.has(source) ? (
            <Link to={killBoardAddress(source, account)}>
              <bdi>{source}</bdi>
            </Link>
          ) : (
            <bdi>{source ?? 'Unknown source'}</bdi>
          )}
          <span className="dim small">
            {kind !== null && kind !== 'npc' && ` ${humanizeName(kind)}`}
            {kills !== null && ` · ${countText(kills, 'kill')} in all`}
            {kills === null && ofDrop !== null && ` · at ${countText(ofDrop, 'kill')}`}
          </span>
        </>
      );
    },
    sortBy: ({ source }) => source,
  },
  numberColumn('Drops', ({ drops }) => drops),
  amountColumn('Worth', 'gp', ({ value_gp: value }) => value),
  {
    ...amountColumn('Best drop', 'gp', ({ best }: Source) => best?.value_gp ?? null),
    cell: ({ best }) =>
      best !== null && (
        <>
          <Link to={eventAddress(best.event_id, best.occurred_at)}>
            <Amount value={best.value_gp} unit="gp" />
          </Link>
          <div className="dim small">
            <TimeAgo at={best.occurred_at} />
          </div>
        </>
      ),
  },
  timeColumn('Last drop', ({ last_at: at }) => at),
  {
    title: 'Items',
    cell: ({ items }) => (
      <ItemList items={items} max={itemsShown} className="named-items">
        {({ value_gp: worth, ...item }) => (
          <ItemWithName {...item} to={itemHoldersAddress(item)}>
            <Amount value={worth} unit="gp" />
          </ItemWithName>
        )}
      </ItemList>
    ),
  },
];
