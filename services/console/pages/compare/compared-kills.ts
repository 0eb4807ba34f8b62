import type { AnswerOf } from '../../../../shared/client/api.ts';
import { searchedName } from '../../../../shared/domain/searched-name.ts';
import { boardAddress } from '../common/board-address.ts';
import type { ComparedPart, ComparedRow } from './event-table.tsx';

type Kills = AnswerOf<'/accounts/{id}/kills'>['data'];

export const comparedKills: ComparedPart<Kills> = {
  title: 'Kills',
  titleOfGains: 'Kills',
  first: 'Boss',
  whenEmpty: 'At least two of these players must have killed the same boss. Their plugins send kill counts.',
  ask: async (client, asked, signal) => (await client.get('/accounts/{id}/kills', asked, signal)).data,
  rowsOf: bossRows,
};

const accountsMin = 2;

/** The bosses that at least two accounts killed, most kills first. */
export function bossRows(
  all: readonly Pick<Kills, 'account' | 'bosses'>[],
  isGained: boolean,
): readonly ComparedRow[] {
  const rows = new Map<string, { readonly name: string; readonly values: Map<string, number> }>();
  for (const { account, bosses } of all) {
    for (const { name, kills, gained } of bosses ?? []) {
      if (kills === null) continue;
      const key = searchedName(name);
      const row = rows.get(key) ?? { name, values: new Map<string, number>() };
      rows.set(key, row);
      row.values.set(account.id, isGained ? (gained ?? 0) : kills);
    }
  }
  return [...rows.values()]
    .filter(({ values }) => values.size >= accountsMin && sumOf(values) > 0)
    .sort((one, other) => sumOf(other.values) - sumOf(one.values))
    .map((row) => ({ ...row, address: boardAddress({ metric: 'kills', boss: row.name }) }));
}

function sumOf(kills: ReadonlyMap<string, number>): number {
  return kills.values().reduce((sum, count) => sum + count, 0);
}
