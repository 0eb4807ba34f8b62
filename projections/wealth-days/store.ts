import { utcDay } from '../../shared/domain/utc-day.ts';
import type { GenerationTx } from '../../shared/projection/projection.ts';
import { initialWealth, type WealthDay, type WealthDaysEvent, type WealthState } from './fold.ts';

interface ValueRow {
  readonly account_id: string;
  readonly worn: number;
  readonly carried: number | null;
}

/** The halves of the accounts' values, and the rows of the days that the events fall on. */
export async function loadWealth(
  tx: GenerationTx,
  events: readonly WealthDaysEvent[],
): Promise<ReadonlyMap<string, WealthState>> {
  const accounts = [...new Set(events.map((event) => event.subject))];
  const values = await tx.many<ValueRow>({
    text: `select account_id, worn, carried
           from ${tx.schema}.value
           where account_id = any($1)`,
    values: [accounts],
  });
  const days = await tx.many<WealthDay>({
    text: `select day.account_id, day.day::text, day.last_value, day.max_value
           from ${tx.schema}.day
           join unnest($1::text[], $2::date[]) as wanted(account_id, day)
             on wanted.account_id = day.account_id and wanted.day = day.day`,
    values: wantedDays(events),
  });
  const daysOf = Map.groupBy(days, (row) => row.account_id);
  return new Map(
    values.map(({ account_id, worn, carried }) => {
      const known = (daysOf.get(account_id) ?? []).map((row) => [row.day, row] as const);
      return [account_id, { ...initialWealth, worn, carried, days: new Map(known) }];
    }),
  );
}

function wantedDays(events: readonly WealthDaysEvent[]): [string[], string[]] {
  const wanted = new Map(
    events.map((event) => {
      const day = utcDay(event.data.at);
      return [`${event.subject} ${day}`, [event.subject, day] as const];
    }),
  );
  return [[...wanted.values()].map(([account]) => account), [...wanted.values()].map(([, day]) => day)];
}

export async function saveWealth(tx: GenerationTx, states: ReadonlyMap<string, WealthState>): Promise<void> {
  const values = [...states].map(([account_id, { worn, carried }]) => ({ account_id, worn, carried }));
  await tx.run({
    text: `insert into ${tx.schema}.value (account_id, worn, carried)
           select account_id, worn, carried
           from json_to_recordset($1) as row(account_id text, worn bigint, carried bigint)
           on conflict (account_id) do update
           set worn = excluded.worn, carried = excluded.carried`,
    values: [JSON.stringify(values)],
  });
  const days = [...states.values()].flatMap((state) => [...state.days.values()]);
  await tx.run({
    text: `insert into ${tx.schema}.day (account_id, day, last_value, max_value)
           select account_id, day, last_value, max_value
           from json_to_recordset($1)
             as row(account_id text, day date, last_value bigint, max_value bigint)
           on conflict (account_id, day) do update
           set last_value = excluded.last_value, max_value = excluded.max_value`,
    values: [JSON.stringify(days)],
  });
}
