import { utcDay } from '../../shared/domain/utc-day.ts';
import { gearReported } from '../../shared/events/types/gear-reported.ts';
import { accountProjection } from '../../shared/projection/tables/account-projection.ts';
import { keyedTable, type TableRow } from '../../shared/projection/tables/keyed-table.ts';

/** As last reported. `worn` is 0, and `carried` null, until a plugin sent it. */
const value = keyedTable({ key: {}, columns: { worn: 'int8', carried: 'int8?' } });

/** The UTC days on which the account was seen and its value known (read-api.md 2.9). */
export const wealthDay = keyedTable({
  key: { day: 'date' },
  columns: { last_value: 'int8', max_value: 'int8' },
});
export type WealthDay = TableRow<typeof wealthDay>;

/** See rules/histories.md#wealth. */
export const wealthDaysProjection = accountProjection({
  name: 'wealth-days',
  version: { shape: 1, logic: 1 },
  events: [gearReported],
  tables: { value, day: wealthDay },
  keysOf: { day: ({ data }) => [{ day: utcDay(data.at) }] },
  evolve: (rows, { data }) => {
    const known = rows.value.get({});
    const worn = data.worn?.value ?? known?.worn ?? 0;
    const carried = data.carried?.value ?? known?.carried ?? null;
    if (carried === null) return { value: [{ worn, carried }] };
    const total = Math.min(worn + carried, Number.MAX_SAFE_INTEGER);
    const today = { day: utcDay(data.at) };
    const highest = Math.max(rows.day.get(today)?.max_value ?? 0, total);
    return { value: [{ worn, carried }], day: [{ ...today, last_value: total, max_value: highest }] };
  },
});
