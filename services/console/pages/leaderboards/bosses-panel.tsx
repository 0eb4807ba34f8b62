import { Link, useSearchParams } from 'react-router';
import type { AnswerOf } from '../../../../shared/client/api.ts';
import { bossesPath, listedBossesMax, useBosses } from '../common/bosses/use-known-bosses.ts';
import { AnswerPanel } from '../common/panel/answer-panel.tsx';
import { numberColumn } from '../common/table/columns.tsx';
import { CsvButton } from '../common/table/csv-button.tsx';
import { type Column, DataTable } from '../common/table/data-table.tsx';
import { AccountLink } from '../common/text/account-link.tsx';
import { exactAmount } from '../common/text/format.ts';
import { Name } from '../common/text/isolated-name.tsx';
import { useCanRead } from '../read-api/use-key-rights.ts';
import { bossesOf, type RangeChoice, rangeOfKills, textOfRange } from './boards.ts';

/** All bosses; each opens its board of the same time. */
export function BossesPanel({ asked }: { readonly asked: RangeChoice }) {
  const canRead = useCanRead('events');
  const [search] = useSearchParams();
  const parameters = () => ({ ...rangeOfKills(asked), limit: listedBossesMax });
  const answer = useBosses({ everyMs: 60_000 }, ...bossesOf(asked));
  const title = `Kills by boss${textOfRange(asked.range)}`;
  return (
    <AnswerPanel
      title={title}
      asked={answer}
      actions={<CsvButton path={bossesPath} parameters={parameters} name={title} />}
      missing={canRead ? undefined : 'events'}
    >
      {({ data }) => (
        <DataTable
          label="Bosses"
          rows={data.entries}
          keyOf={({ name }) => name}
          textOf={({ name }) => name}
          orderAtFirst="-Kills"
          whenEmpty="No plugin has sent kills in this time."
          isCompact
          columns={columnsOf((boss) => `?${new URLSearchParams([...search, ['boss', boss]])}`)}
        />
      )}
    </AnswerPanel>
  );
}

type Boss = AnswerOf<typeof bossesPath>['data']['entries'][number];

const columnsOf = (boardOf: (boss: string) => string): readonly Column<Boss>[] => [
  {
    title: 'Boss',
    sortBy: ({ name }) => name,
    cell: ({ name }) => (
      <Link to={boardOf(name)}>
        <Name of={name} />
      </Link>
    ),
  },
  numberColumn('Kills', ({ value }) => value),
  numberColumn('Players', ({ accounts }) => accounts),
  {
    title: 'Most kills',
    isNumber: true,
    isLeastFirst: true,
    sortBy: ({ first }) => first.account.name,
    cell: ({ first }) => (
      <>
        <AccountLink account={first.account} below="/kills" />{' '}
        <small className="dim">{exactAmount(first.value)}</small>
      </>
    ),
  },
];
