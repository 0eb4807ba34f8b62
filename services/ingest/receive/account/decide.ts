import type { Directory } from '../../../../projections/access/directory/directory.ts';
import type { NewEvent } from '../../../../shared/events/event.ts';
import type { ReportTimes } from '../../facts/correct-times.ts';
import type { Facts } from '../../facts/facts.ts';
import type { Plugin } from '../../plugin-adapter.ts';
import type { StoredLogs } from '../holdings/complete-holdings.ts';
import { decideHoldings, type TakenHoldings, waitAgain } from '../holdings/decide-holdings.ts';
import { eventsOfHoldings } from '../holdings/events-of-holdings.ts';
import { withoutHoldingsOfOthers } from '../holdings/holdings-of-owner.ts';
import { type Description, describeAccount } from '../identify/describe-account.ts';
import { limitAccountEntry } from '../limits/account-entry-limit.ts';
import { eventsOfNewFacts } from '../new-facts/events-of-new-facts.ts';
import { isReplaced } from '../new-facts/newest-presences.ts';
import {
  type AppendedFacts,
  type NewFacts,
  nothingAppended,
  rememberFacts,
  selectNewFacts,
} from '../new-facts/select-new-facts.ts';
import { decideTiles, type TilesEvent, withFailedTiles } from '../tiles/waiting-tiles.ts';
import { leaveOutOtherCharacter, mayBeOtherCharacter, withOwnXp } from '../translate/other-character.ts';
import { worldAfter } from '../translate/resolve-world.ts';
import type { TranslatedReport } from '../translate/translate-report.ts';
import type { AccountMemory, WaitingCounts } from './account-memory.ts';

/** Facts of one report. `now` is monotonic ms. */
export interface FactsOfAccount {
  readonly accountId: string;
  readonly memberId: string;
  /** The plugin's name in the log. */
  readonly source: string;
  readonly facts: Facts;
  readonly now: number;
  readonly isSoleProcess: boolean;
  readonly room: WaitingCounts;
  readonly logs: StoredLogs;
}

/** A translated report. */
export interface ReportOfAccount extends Omit<FactsOfAccount, 'source' | 'facts'> {
  readonly plugin: Plugin;
  readonly translated: TranslatedReport;
  readonly times: ReportTimes;
  readonly isWorldNamed: boolean;
  /** A report from before a logout must not open another session (plugin-protocols.md 2 and 4). */
  readonly isOvertaken: boolean;
  readonly directory: Directory;
}

/** Tiles and holdings of a decision, which were acknowledged before or are not sent again. */
export interface TakenFacts {
  readonly tiles: readonly TilesEvent[];
  readonly holdings: TakenHoldings;
}

/** The changes of the log and of the memory. */
export interface Decision {
  /** In the order of the log. */
  readonly events: readonly NewEvent[];
  /** Kept at once, so that the next report is decided with it. */
  readonly next: AccountMemory;
  /** Waits again when the append fails. */
  readonly taken: TakenFacts;
  /** Kept once the events are durable: until then, an equal report appends its events too. */
  readonly durable: {
    readonly known: AppendedFacts;
    readonly newFacts: NewFacts;
    readonly now: number;
    readonly description: Description | null;
  };
}

export interface ReportDecision extends Decision {
  /** Without the facts that were left out. */
  readonly facts: Facts;
  /** The facts that were left out, by kind. */
  readonly skipped: ReadonlyMap<string, number>;
}

/**
 * Decides a report, as an aggregate does. Pure.
 * @param memory after `load-account.ts` has read what the report needs
 */
export function decide(memory: AccountMemory, report: ReportOfAccount): ReportDecision {
  const { accountId, memberId, plugin, translated, times, now, isWorldNamed } = report;
  const { player } = translated;
  const { source } = plugin;
  const own = mayBeOtherCharacter(plugin, translated)
    ? leaveOutOtherCharacter(memory.character, translated.facts)
    : { ...translated, character: withOwnXp(memory.character, translated.facts.skills), leftOut: 0 };
  const ownerId = report.directory.accounts.get(accountId)?.ownerId ?? null;
  const ofOwner = withoutHoldingsOfOthers(own.facts, { ownerId, memberId });
  const limited = limitAccountEntry(memory.skillNames, ofOwner.facts, now);
  const facts = report.isOvertaken ? { ...limited.facts, presence: null } : limited.facts;
  const described = describeAccount(
    report.directory,
    { accountId, player, times, source, now },
    memory.described,
  );
  const world = times.isLate ? memory.world : worldAfter(memory.world, facts, { player, isWorldNamed, now });
  const known = { ...memory, world, character: own.character, skillNames: limited.skillNames };
  const decision = decideFacts(known, { ...report, source, facts });
  const { events, durable } = decision;
  return {
    ...decision,
    events: described === null ? events : [described.event, ...events],
    durable: { ...durable, description: described?.description ?? null },
    facts,
    skipped: new Map(
      Object.entries({
        other_character: own.leftOut,
        holding_of_contributor: ofOwner.leftOut,
        no_room: limited.leftOut,
      }).filter(([, count]) => count > 0),
    ),
  };
}

const nothingTaken: TakenHoldings = { changed: [], overtaken: [] };

/** Selects the facts that are new, or due to be repeated. Pure. */
export function decideFacts(memory: AccountMemory, report: FactsOfAccount): Decision {
  const { accountId, source, facts, now, room } = report;
  const { presence } = facts;
  const isOld = presence !== null && isReplaced(memory.presences, source, presence);
  const counting = isOld ? { ...facts, presence: null } : facts;
  const newFacts = selectNewFacts(memory.appended, counting, report);
  const presences =
    counting.presence === null ? memory.presences : new Map(memory.presences).set(source, counting.presence);
  const sent = eventsOfHoldings(report, facts);
  const { holdings, taken } =
    sent.length === 0
      ? { holdings: memory.holdings, taken: nothingTaken }
      : decideHoldings(memory.holdings, sent, { ...report, room: room.holdingBytes });
  const { tiles, events: walked } = decideTiles(memory.tiles, report, room.tiles);
  return {
    events: [...eventsOfNewFacts(accountId, source, newFacts), ...taken.changed, ...walked],
    next: { ...memory, presences, holdings, tiles, decisions: memory.decisions + 1 },
    taken: { tiles: walked, holdings: taken },
    durable: { known: memory.appended, newFacts, now, description: null },
  };
}

/** @returns the memory once the events of the decision are durable */
export function withAppended(memory: AccountMemory, { next, durable }: Decision): AccountMemory {
  const { known, newFacts, now, description } = durable;
  // The facts were forgotten in the meantime: earlier values may be wrong.
  if (memory.appended === known) rememberFacts(known, newFacts, now, next.decisions);
  return description === null ? memory : { ...memory, described: description };
}

/**
 * @param now monotonic ms
 * @returns the memory after a failed append: it is unknown which facts the log has
 */
export function withoutAppended(memory: AccountMemory, { taken }: Decision, now: number): AccountMemory {
  return { ...withoutTaken(memory, taken, now), appended: nothingAppended(), presences: new Map() };
}

/** @returns the memory after a failed append of tiles and holdings. @param now monotonic ms */
export function withoutTaken(
  memory: AccountMemory,
  { tiles, holdings }: TakenFacts,
  now: number,
): AccountMemory {
  return {
    ...memory,
    tiles: withFailedTiles(memory.tiles, tiles),
    holdings: waitAgain(memory.holdings, holdings, now),
  };
}
