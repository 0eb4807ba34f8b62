import { utcDay } from '../../shared/domain/utc-day.ts';
import type { GenerationTx } from '../../shared/projection/projection.ts';
import {
  dayOf,
  daysOf,
  initialWealth,
  type WealthDay,
  type WealthDaysEvent,
  type WealthState,
  withDays,
} from './fold.ts';

interface ValueRow {
  readonly account_id: string;
  readonly worn: number;
  readonly carried: number | null;
}

export async function loadWealth(
  tx: GenerationTx,
  events: readonly WealthDaysEvent[],
  known: ReadonlyMap<string, WealthState>,
): Promise<ReadonlyMap<string, WealthState>> {
  const wanted = unknownDays(events, known);
  if (wanted.length === 0) return new Map();
  const accounts = [...new Set(wanted.map(([account]) => account))].filter((account) => !known.has(account));
  const values = accounts.length === 0 ? [] : await readValues(tx, accounts);
  const rows = await tx.many<WealthDay>({
    text: `select day.account_id, day.day::text, day.last_value, day.max_value
           from ${tx.schema}.day
           join unnest($1::text[], $2::date[]) as wanted(account_id, day)
             on wanted.account_id = day.account_id and wanted.day = day.day`,
    values: [wanted.map(([account]) => account), wanted.map(([, day]) => day)],
  });
  const loaded = new Map<string, WealthState>(
    values.map(({ account_id, worn, carried }) => [account_id, { ...initialWealth, worn, carried }]),
  );
  for (const [account, days] of Map.groupBy(rows, (row) => row.account_id)) {
    const state = loaded.get(account) ?? known.get(account);
    if (state !== undefined) loaded.set(account, withDays(state, days));
  }
  return loaded;
}

function readValues(tx: GenerationTx, accounts: readonly string[]): Promise<ValueRow[]> {
  return tx.many<ValueRow>({
    text: `select account_id, worn, carried
           from ${tx.schema}.value
           where account_id = any($1)`,
    values: [accounts],
  });
}

function unknownDays(
  events: readonly WealthDaysEvent[],
  known: ReadonlyMap<string, WealthState>,
): (readonly [string, string])[] {
  const wanted = new Map<string, Set<string>>();
  for (const { subject, data } of events) {
    const days = wanted.get(subject) ?? new Set();
    wanted.set(subject, days.add(utcDay(data.at)));
  }
  return [...wanted].flatMap(([account, days]) => {
    const state = known.get(account);
    return [...days].flatMap((day) =>
      state !== undefined && dayOf(state, day) !== undefined ? [] : [[account, day] as const],
    );
  });
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
  const days = [...states.values()].flatMap(daysOf);
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
