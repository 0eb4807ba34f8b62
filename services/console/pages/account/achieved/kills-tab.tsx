import { Link } from 'react-router';
import type { AnswerOf } from '../../../../../shared/client/api.ts';
import { pagePaths } from '../../../page-paths.ts';
import { ItemPicture } from '../../common/items/item-tile.tsx';
import { Figure, Figures } from '../../common/panel/figures.tsx';
import { cellOf, numberColumn, timeColumn } from '../../common/table/columns.tsx';
import { type Column, DataTable } from '../../common/table/data-table.tsx';
import { sortRows } from '../../common/table/sort-rows.ts';
import { exactAmount, stopwatchText } from '../../common/text/format.ts';
import { Name } from '../../common/text/isolated-name.tsx';
import { TimeAgo } from '../../common/text/time-ago.tsx';
import { AccountAnswer } from '../account-answer.tsx';
import type { AccountData } from '../account-sections.ts';
import { NothingSent } from '../nothing-sent.tsx';

type Boss = NonNullable<AnswerOf<'/accounts/{id}/kills'>['data']['bosses']>[number];

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
              columns={columns}
              isTiled
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
          <small className="dim">
            <Name of={best.name} />
          </small>
        </Figure>
      )}
    </Figures>
  );
}

const columns: readonly Column<Boss>[] = [
  {
    title: 'Boss',
    sortBy: ({ name }) => name,
    cell: ({ name }) => (
      <span className="row">
        <span className="item-tile">
          <ItemPicture id={null} name={name} />
        </span>
        <Link to={boardOf(name)}>
          <Name of={name} />
        </Link>
      </span>
    ),
  },
  numberColumn('Kills', ({ kills }) => kills),
  {
    title: 'Place',
    // The first place comes first.
    sortBy: ({ rank }) => rank && -rank,
    isNumber: true,
    cell: ({ name, rank }) => cellOf(rank, (place) => <Link to={boardOf(name)}>#{place}</Link>),
  },
  {
    ...numberColumn<Boss>('Best time', ({ best_ms: ms }) => ms),
    // The fastest time comes first.
    sortBy: ({ best_ms: ms }) => ms && -ms,
    cell: ({ best_ms, best_at: at }) =>
      cellOf(best_ms, (ms) => (
        <>
          {stopwatchText(ms)}{' '}
          <small className="dim">
            <TimeAgo at={at} />
          </small>
        </>
      )),
  },
  // The time of the newest count that a plugin sent, which also a best time has.
  timeColumn('Last count', ({ updated_at: at }) => at),
];

function boardOf(boss: string): string {
  return `${pagePaths.leaderboards}?${new URLSearchParams({ metric: 'kills', boss })}`;
}
