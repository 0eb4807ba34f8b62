import type { ReportTimes } from '../../facts/correct-times.ts';
import { type Facts, holdingEntries, partEntries, usableFacts } from '../../facts/facts.ts';
import type { KnownGame } from '../../game/known-game.ts';
import type { Plugin, PluginReport } from '../../plugin-adapter.ts';
import { type LastWorld, type PlacedPlayer, placePlayer } from './resolve-world.ts';

export interface TranslatedReport {
  readonly player: PlacedPlayer;
  readonly facts: Facts;
  /** Facts that were left out, by kind. */
  readonly skipped: ReadonlyMap<string, number>;
}

/** Pure. */
export function translateReport(
  {
    plugin,
    report,
    accountId,
    times,
    lastWorld,
  }: {
    readonly plugin: Plugin;
    readonly report: PluginReport;
    readonly accountId: string;
    readonly times: ReportTimes;
    readonly lastWorld: LastWorld;
  },
  game: KnownGame,
): TranslatedReport {
  const player = placePlayer(plugin, report.player, { lastWorld, times, game });
  const sent = withoutZeroXp(plugin.translate(report, accountId, times, game));
  const facts = usableFacts(placeFacts(sent, player, times), player.specialWorld, times);
  return {
    player,
    ...(player.isWorldTypeKnown ? { facts, skipped: noneSkipped } : skipUnsure(facts, times)),
  };
}

/** The game had not loaded the xp yet: hitpoints begin at 1,154. */
function withoutZeroXp(facts: Facts): Facts {
  return facts.skills.every(({ xp }) => xp === 0) ? { ...facts, skills: [] } : facts;
}

/** The trail of a late report keeps its worlds: the player may have been elsewhere. */
function placeFacts(facts: Facts, { world, specialWorld }: PlacedPlayer, { isLate }: ReportTimes): Facts {
  const { presence, trail, tiles, gameEvents } = facts;
  const place = (points: Facts['trail']) =>
    isLate ? points : points.map((point) => ({ ...point, world: point.world ?? world }));
  return {
    ...facts,
    presence: presence === null ? null : { ...presence, world, special_world: specialWorld },
    trail: place(trail),
    tiles: place(tiles),
    gameEvents: gameEvents.map((event) => ({ ...event, special_world: specialWorld })),
  };
}

/**
 * The facts may be another character's (rules/names.md#special-worlds). No later report could
 * correct histories like xp and trails.
 */
function skipUnsure(facts: Facts, times: ReportTimes): Pick<TranslatedReport, 'facts' | 'skipped'> {
  const { parts, holdings, skills, trail } = facts;
  const count = partEntries(parts).length + holdingEntries(holdings).length + skills.length + trail.length;
  return {
    facts: usableFacts(facts, true, times),
    skipped: count === 0 ? noneSkipped : new Map([['unknown_world', count]]),
  };
}

const noneSkipped: ReadonlyMap<string, number> = new Map();
