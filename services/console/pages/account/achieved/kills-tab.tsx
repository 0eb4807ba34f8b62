import type { AnswerOf } from '../../../../../shared/client/api.ts';
import { nameColumn, numberColumn, timeColumn } from '../../common/table/columns.tsx';
import { type Column, DataTable } from '../../common/table/data-table.tsx';
import { stopwatchText } from '../../common/text/format.ts';
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
          <DataTable
            label="Kill counts"
            rows={bosses}
            keyOf={({ name }) => name}
            textOf={({ name }) => name}
            whenEmpty="No kill yet."
            columns={columns}
            isTiled
          />
        )
      }
    </AccountAnswer>
  );
}

const columns: readonly Column<Boss>[] = [
  nameColumn('Boss', ({ name }) => name),
  numberColumn('Kills', ({ kills }) => kills),
  timeColumn('Last kill', ({ updated_at: at }) => at),
  numberColumn('Best time', ({ best_ms: ms }) => ms, stopwatchText),
  timeColumn('Best time since', ({ best_at: at }) => at),
];
