import { searchedName } from '../../../../../shared/domain/searched-name.ts';

interface Counted {
  readonly name: string;
  readonly kills: number | null;
  /** The kills of a period; null without one. */
  readonly gained: number | null;
  /** ISO-8601. */
  readonly updated_at: string | null;
}

export interface KnownBoss {
  readonly name: string;
  readonly kills: number;
}

/** Each boss once, the most kills of all accounts first, then the newest kill. */
export function rankBosses(counts: readonly Counted[], isOfPeriod = false): readonly KnownBoss[] {
  return [...Map.groupBy(counts, ({ name }) => searchedName(name)).values()]
    .map((ofBoss) => ({
      name: ofBoss[0]?.name ?? '',
      kills: ofBoss.reduce((sum, { kills, gained }) => sum + ((isOfPeriod ? gained : kills) ?? 0), 0),
      newest: Math.max(...ofBoss.map(({ updated_at: at }) => (at === null ? 0 : Date.parse(at)))),
    }))
    .sort((one, other) => other.kills - one.kills || other.newest - one.newest);
}
