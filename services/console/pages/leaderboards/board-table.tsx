import { Link } from 'react-router';
import { accountAddress } from '../common/account-address.ts';
import { eventAddress } from '../common/events/event-address.ts';
import { amountColumn, numberColumn, timeColumn } from '../common/table/columns.tsx';
import { type Column, DataTable } from '../common/table/data-table.tsx';
import { exactDate, startOfDate } from '../common/text/format.ts';
import { Name } from '../common/text/isolated-name.tsx';
import { type BoardChoice, type BoardData, type Metric, rowsOf, type ShownRow } from './boards.ts';

interface Props {
  readonly choice: BoardChoice;
  readonly data: BoardData;
  /** Ids. */
  readonly own: readonly string[];
}

/** The rows of own accounts are marked. */
export function BoardTable({ choice: { metric }, data, own }: Props) {
  const rows = rowsOf(data);
  const isOwn = ({ account }: ShownRow) => own.includes(account.id);
  return (
    <>
      <DataTable
        label="Leaderboard"
        rows={rows}
        keyOf={({ rank }) => String(rank)}
        textOf={({ account }) => account.name}
        whenEmpty={whenEmpty[metric]}
        isCompact
        isMarked={isOwn}
        columns={[...columnsOfRow, ...columnsOf[metric]]}
      />
      {own.length > 0 && rows.length > 0 && !rows.some(isOwn) && (
        <p className="panel-body dim small">Your accounts are not on this board.</p>
      )}
    </>
  );
}

const whenEmpty: Readonly<Record<Metric, string>> = {
  gains: 'Nobody gained xp in this period. A longer period may show gains.',
  levels: 'No plugin has sent the level of this skill yet.',
  records: 'Nobody gained xp in this skill since the first report.',
  kills: 'No plugin has sent kills of this boss. The name must be as in the game.',
  collection_log: 'No plugin has sent a collection log yet.',
  drops: 'There were no valuable drops in this period.',
};

const columnsOfRow: readonly Column<ShownRow>[] = [
  { title: '#', isNumber: true, cell: ({ rank }) => <span className="dim">{rank}</span> },
  {
    title: 'Player',
    cell: ({ account, event }) => (
      <>
        <Link to={accountAddress(account.id)}>
          <Name of={account.name} />
        </Link>
        {event !== null && (
          <div>
            <Link to={eventAddress(event.id, event.occurred_at)} className="small">
              {event.title}
            </Link>
          </div>
        )}
      </>
    ),
  },
];

const valueOfRow = ({ value }: ShownRow) => value;
const gainColumn = ranked(amountColumn<ShownRow>('Gained', 'xp', valueOfRow));
const columnsOf: Readonly<Record<Metric, readonly Column<ShownRow>[]>> = {
  gains: [gainColumn],
  levels: [ranked(numberColumn('Level', valueOfRow)), atColumn('Reached')],
  records: [
    gainColumn,
    {
      title: 'From',
      isNumber: true,
      cell: ({ at }) => at !== null && exactDate(startOfDate(at.slice(0, 10))),
    },
  ],
  kills: [ranked(numberColumn('Kills', valueOfRow)), atColumn('Reached')],
  collection_log: [ranked(numberColumn('Items', valueOfRow)), atColumn('Reached')],
  drops: [ranked(amountColumn('Worth', 'gp', valueOfRow)), atColumn('Dropped')],
};

/** The rank is the only order of a leaderboard. */
function ranked({ sortBy: _, ...column }: Column<ShownRow>): Column<ShownRow> {
  return column;
}

function atColumn(title: string): Column<ShownRow> {
  return ranked(timeColumn(title, ({ at }) => at));
}
