import { accountDescribed } from '../../shared/events/types/account-described.ts';
import { accountProjection } from '../../shared/projection/tables/account-projection.ts';
import { historyTable } from '../../shared/projection/tables/keyed-table.ts';

/** Names kept of an account: a client may report another name each time. */
export const namesMax = 100;

/**
 * The names that plugins reported. `number` counts from 1 in the order of the log. `named_at` is
 * the record time of the record that gave the name, epoch ms.
 */
export const reportedName = historyTable({
  key: { number: 'int4' },
  columns: { name: 'text', named_at: 'int8' },
  newest: 1,
  kept: namesMax,
  holdsNames: true,
});

/** For the owner of an account and for admins (rules/identity.md#earlier-names). */
export const accountNamesProjection = accountProjection({
  name: 'account-names',
  version: { shape: 1, logic: 1 },
  events: [accountDescribed],
  tables: { name: reportedName },
  keysOf: {},
  evolve: (rows, { data, recordTime }) => {
    const [newest] = rows.name.newest;
    if (data.name === null || data.name === newest?.name) return {};
    return { name: [{ number: (newest?.number ?? 0) + 1, name: data.name, named_at: recordTime }] };
  },
});
