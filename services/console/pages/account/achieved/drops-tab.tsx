import { useState } from 'react';
import { Link } from 'react-router';
import type { AnswerOf } from '../../../../../shared/client/api.ts';
import { eventAddress } from '../../common/events/event-address.ts';
import { SegmentedControl } from '../../common/fields/segmented-control.tsx';
import { ItemTile } from '../../common/items/item-tile.tsx';
import { periodMs, periods } from '../../common/period.ts';
import { amountColumn, numberColumn, timeColumn } from '../../common/table/columns.tsx';
import { type Column, DataTable } from '../../common/table/data-table.tsx';
import { Amount } from '../../common/text/amount.tsx';
import { countText, humanizeName } from '../../common/text/format.ts';
import { useAddressChoice } from '../../state/use-address-value.ts';
import { AccountAnswer } from '../account-answer.tsx';
import type { AccountData } from '../account-sections.ts';
import { NothingSent } from '../nothing-sent.tsx';

type Source = NonNullable<AnswerOf<'/accounts/{id}/drops'>['data']['sources']>[number];

const ranges = ['all', ...periods] as const;

export function DropsTab({ account }: { readonly account: AccountData }) {
  const [range, setRange] = useAddressChoice('range', ranges);
  const about = { account, category: 'events', path: '/accounts/{id}/drops', csvName: 'drops' } as const;
  return (
    <AccountAnswer
      {...about}
      title="Drops by source"
      sinceMs={range === 'all' ? undefined : periodMs[range]}
      actions={<SegmentedControl label="Drops of" choices={ranges} chosen={range} onChoose={setRange} />}
    >
      {({ sources }) => (sources === null ? <NothingSent part="drops" /> : <SourceTable sources={sources} />)}
    </AccountAnswer>
  );
}

function SourceTable({ sources }: { readonly sources: readonly Source[] }) {
  const drops = sources.reduce((sum, source) => sum + source.drops, 0);
  const worth = sources.reduce((sum, { value_gp: value }) => sum + (value ?? 0), 0);
  return (
    <>
      {drops > 0 && (
        <p className="panel-body dim">
          {countText(drops, 'drop')} of {countText(sources.length, 'source')}, worth{' '}
          <Amount value={worth} unit="gp" />
        </p>
      )}
      <DataTable
        label="Drops by source"
        rows={sources}
        keyOf={({ source, kind }) => `${kind} ${source}`}
        textOf={({ source, items }) => [source, ...items.map(({ name }) => name)].join(' ')}
        whenEmpty="Nothing dropped in this time. A longer time may show drops."
        columns={columns}
        isTiled
      />
    </>
  );
}

const columns: readonly Column<Source>[] = [
  {
    title: 'Source',
    cell: ({ source, kind }) => (
      <>
        <bdi>{source ?? 'Unknown source'}</bdi>
        {kind !== null && kind !== 'npc' && <span className="dim small"> {humanizeName(kind)}</span>}
      </>
    ),
    sortBy: ({ source }) => source,
  },
  numberColumn('Drops', ({ drops }) => drops),
  numberColumn('Kill count', ({ kill_count: kills }) => kills),
  amountColumn('Worth', 'gp', ({ value_gp: value }) => value),
  {
    ...amountColumn('Best drop', 'gp', ({ best }: Source) => best?.value_gp ?? null),
    cell: ({ best }) =>
      best !== null && (
        <Link to={eventAddress(best.event_id, best.occurred_at)}>
          <Amount value={best.value_gp} unit="gp" />
        </Link>
      ),
  },
  timeColumn('Last drop', ({ last_at: at }) => at),
  { title: 'Items', cell: (source) => <ItemsOfSource source={source} /> },
];

const itemsShown = 12;

function ItemsOfSource({ source: { items } }: { readonly source: Source }) {
  const [showsAll, setShowsAll] = useState(false);
  if (items.length === 0) return null;
  const shown = showsAll ? items : items.slice(0, itemsShown);
  return (
    <ul className="item-row">
      {shown.map(({ id, name, quantity, value_gp: worth }) => (
        <li key={`${id} ${name}`}>
          <ItemTile id={id} name={name} quantity={quantity} worth={worth} />
        </li>
      ))}
      {shown.length < items.length && (
        <li>
          <button type="button" onClick={() => setShowsAll(true)}>
            {items.length - shown.length} more
          </button>
        </li>
      )}
    </ul>
  );
}
