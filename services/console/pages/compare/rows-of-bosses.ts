import type { AnswerOf } from '../../../../shared/client/api.ts';
import { searchedName } from '../../../../shared/domain/searched-name.ts';

type Kills = AnswerOf<'/accounts/{id}/kills'>['data'];

export interface BossRow {
  readonly name: string;
  /** By account. */
  readonly kills: ReadonlyMap<string, number>;
}

const accountsMin = 2;

/** The bosses that at least two accounts killed, most kills first. */
export function bossRows(all: readonly Pick<Kills, 'account' | 'bosses'>[], isGained: boolean): BossRow[] {
  const rows = new Map<string, { readonly name: string; readonly kills: Map<string, number> }>();
  for (const { account, bosses } of all) {
    for (const { name, kills, gained } of bosses ?? []) {
      if (kills === null) continue;
      const key = searchedName(name);
      const row = rows.get(key) ?? { name, kills: new Map<string, number>() };
      rows.set(key, row);
      row.kills.set(account.id, isGained ? (gained ?? 0) : kills);
    }
  }
  return [...rows.values()]
    .filter(({ kills }) => kills.size >= accountsMin && sumOf(kills) > 0)
    .sort((one, other) => sumOf(other.kills) - sumOf(one.kills));
}

function sumOf(kills: ReadonlyMap<string, number>): number {
  return kills.values().reduce((sum, count) => sum + count, 0);
}
