import { Link } from 'react-router';
import { SegmentedControl } from '../../common/fields/segmented-control.tsx';
import { ItemWithName } from '../../common/items/item-with-name.tsx';
import { Figure, Figures } from '../../common/panel/figures.tsx';
import { periodMs, periods } from '../../common/period.ts';
import { numberColumn, timeColumn } from '../../common/table/columns.tsx';
import { type Column, DataTable } from '../../common/table/data-table.tsx';
import { sortRows } from '../../common/table/sort-rows.ts';
import { exactAmount, stopwatchText } from '../../common/text/format.ts';
import { Name } from '../../common/text/isolated-name.tsx';
import { useAddressChoice } from '../../state/use-address-value.ts';
import { AccountAnswer } from '../account-answer.tsx';
import type { AccountData } from '../account-sections.ts';
import { NothingSent } from '../nothing-sent.tsx';
import { type Boss, killBoardAddress } from '../use-kills.ts';

const ranges = ['all', ...periods] as const;

export function KillsTab({ account }: { readonly account: AccountData }) {
  const [range, setRange] = useAddressChoice('range', ranges);
  const isWhole = range === 'all';
  const killsOf = ({ kills, gained }: Boss) => (isWhole ? kills : gained);
  const about = { account, category: 'events', path: '/accounts/{id}/kills', csvName: 'kills' } as const;
  return (
    <AccountAnswer
      {...about}
      title="Kill counts and best times"
      sinceMs={isWhole ? undefined : periodMs[range]}
      actions={<SegmentedControl label="Kills of" choices={ranges} chosen={range} onChoose={setRange} />}
    >
      {({ bosses: all }) => {
        if (all === null)
          return <NothingSent part="kill counts" hint="They send a count after each kill of a boss." />;
        const bosses = all.filter((boss) => isWhole || killsOf(boss));
        return (
          <>
            <KillFacts account={account.id} bosses={bosses} killsOf={killsOf} />
            <DataTable
              label="Kill counts"
              rows={bosses}
              keyOf={({ name }) => name}
              textOf={({ name }) => name}
              whenEmpty="No kill in this time. A longer time may show kills."
              columns={columnsOf(
                account.id,
                isWhole,
                killsOf,
                Math.max(...bosses.map((boss) => killsOf(boss) ?? 1)),
              )}
              foldAs={({ name }) => name}
              orderAtFirst="-Kills"
            />
          </>
        );
      }}
    </AccountAnswer>
  );
}

interface FactsProps {
  /** An id. */
  readonly account: string;
  readonly bosses: readonly Boss[];
  readonly killsOf: (boss: Boss) => number | null;
}

function KillFacts({ account, bosses, killsOf }: FactsProps) {
  const [best] = sortRows(bosses, ({ rank }) => rank, false);
  return (
    <Figures>
      <Figure title="Kills">
        {exactAmount(bosses.reduce((sum, boss) => sum + (killsOf(boss) ?? 0), 0))}
      </Figure>
      <Figure title="Kill counts">{exactAmount(bosses.length)}</Figure>
      {best !== undefined && best.rank !== null && (
        <Figure title="Best place by all kills">
          #{best.rank}{' '}
          <small>
            <Link to={killBoardAddress(best.name, account)}>
              <Name of={best.name} />
            </Link>
          </small>
        </Figure>
      )}
    </Figures>
  );
}

/** @param most the kills of a full bar */
const columnsOf = (
  account: string,
  isWhole: boolean,
  killsOf: FactsProps['killsOf'],
  most: number,
): readonly Column<Boss>[] => [
  {
    title: 'Boss or monster',
    isMain: true,
    sortBy: ({ name }) => name,
    cell: (boss) => (
      <ItemWithName id={null} name={boss.name} quantity={null} to={killBoardAddress(boss.name, account)}>
        <progress aria-hidden="true" max={most} value={killsOf(boss) ?? 0} />
      </ItemWithName>
    ),
  },
  { ...numberColumn('Kills', killsOf), isMain: true },
  {
    ...numberColumn<Boss>(
      isWhole ? 'Place' : 'Place by all kills',
      ({ rank }) => rank,
      (rank) => `#${rank}`,
    ),
    isLeastFirst: true,
  },
  {
    ...numberColumn<Boss>(isWhole ? 'Best time' : 'Best time ever', ({ best_ms: ms }) => ms, stopwatchText),
    isMain: true,
    isLeastFirst: true,
  },
  timeColumn('Best since', ({ best_at: at }) => at),
  // The time of the newest count that a plugin sent, which also a best time has.
  timeColumn('Last count', ({ updated_at: at }) => at),
];
