import { Link } from 'react-router';
import { ItemWithName } from '../../common/items/item-with-name.tsx';
import { Figure, Figures } from '../../common/panel/figures.tsx';
import { cellOf, numberColumn, timeColumn } from '../../common/table/columns.tsx';
import { type Column, DataTable } from '../../common/table/data-table.tsx';
import { sortRows } from '../../common/table/sort-rows.ts';
import { exactAmount, stopwatchText } from '../../common/text/format.ts';
import { Name } from '../../common/text/isolated-name.tsx';
import { AccountAnswer } from '../account-answer.tsx';
import type { AccountData } from '../account-sections.ts';
import { NothingSent } from '../nothing-sent.tsx';
import { type Boss, killBoardAddress } from '../use-kills.ts';

export function KillsTab({ account }: { readonly account: AccountData }) {
  const about = { account, category: 'events', path: '/accounts/{id}/kills', csvName: 'kills' } as const;
  return (
    <AccountAnswer title="Kill counts and best times" {...about}>
      {({ bosses }) =>
        bosses === null ? (
          <NothingSent part="kill counts" hint="They send a count after each kill of a boss." />
        ) : (
          <>
            <KillFacts bosses={bosses} />
            <DataTable
              label="Kill counts"
              rows={bosses}
              keyOf={({ name }) => name}
              textOf={({ name }) => name}
              whenEmpty="No kill yet."
              columns={columnsOf(Math.max(...bosses.map(({ kills }) => kills ?? 1)))}
              foldAs={({ name }) => name}
              orderAtFirst="-Kills"
            />
          </>
        )
      }
    </AccountAnswer>
  );
}

function KillFacts({ bosses }: { readonly bosses: readonly Boss[] }) {
  const [best] = sortRows(bosses, ({ rank }) => rank, false);
  return (
    <Figures>
      <Figure title="Kills">{exactAmount(bosses.reduce((sum, { kills }) => sum + (kills ?? 0), 0))}</Figure>
      <Figure title="Bosses">{exactAmount(bosses.length)}</Figure>
      {best !== undefined && best.rank !== null && (
        <Figure title="Best place in the guild">
          #{best.rank}{' '}
          <small>
            <Link to={killBoardAddress(best.name)}>
              <Name of={best.name} />
            </Link>
          </small>
        </Figure>
      )}
    </Figures>
  );
}

/** @param most the kills of a full bar */
const columnsOf = (most: number): readonly Column<Boss>[] => [
  {
    title: 'Boss',
    isMain: true,
    sortBy: ({ name }) => name,
    cell: ({ name, kills }) => (
      <ItemWithName id={null} name={name} quantity={null} to={killBoardAddress(name)}>
        <progress aria-hidden="true" max={most} value={kills ?? 0} />
      </ItemWithName>
    ),
  },
  { ...numberColumn('Kills', ({ kills }) => kills), isMain: true },
  {
    title: 'Place',
    // The first place comes first.
    sortBy: ({ rank }) => rank && -rank,
    isNumber: true,
    cell: ({ name, rank }) => cellOf(rank, (place) => <Link to={killBoardAddress(name)}>#{place}</Link>),
  },
  {
    ...numberColumn<Boss>('Best time', ({ best_ms: ms }) => ms, stopwatchText),
    isMain: true,
    // The fastest time comes first.
    sortBy: ({ best_ms: ms }) => ms && -ms,
  },
  timeColumn('Best since', ({ best_at: at }) => at),
  // The time of the newest count that a plugin sent, which also a best time has.
  timeColumn('Last count', ({ updated_at: at }) => at),
];
