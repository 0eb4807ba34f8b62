import type { Directory } from '../../../../projections/access/directory/directory.ts';
import type { NewEvent } from '../../../../shared/events/event.ts';
import { type Facts, hasLeft } from '../../facts/facts.ts';
import { decideHoldings, type HoldingsOptions, waitAgain } from '../holdings/decide-holdings.ts';
import { eventsOfHoldings, type HoldingEvent, type Reporter } from '../holdings/events-of-holdings.ts';
import { withoutHoldingsOfOthers } from '../holdings/holdings-of-owner.ts';
import { type Description, describeAccount } from '../identify/describe-account.ts';
import type { IncomingReport } from '../incoming-report.ts';
import { limitAccountEntry } from '../limits/account-entry-limit.ts';
import { eventsOfNewFacts } from '../new-facts/events-of-new-facts.ts';
import { isReplaced } from '../new-facts/newest-presences.ts';
import {
  type NewFacts,
  nothingAppended,
  rememberFacts,
  selectNewFacts,
} from '../new-facts/select-new-facts.ts';
import { decideTiles, type TilesEvent, withFailedTiles } from '../tiles/waiting-tiles.ts';
import { factsOfOwnCharacter } from '../translate/other-character.ts';
import { worldAfter } from '../translate/resolve-world.ts';
import type { TranslatedReport } from '../translate/translate-report.ts';
import type { AccountMemory, WaitingCounts } from './account-memory.ts';

/** Times are monotonic ms. */
export interface FactsOfAccount extends Reporter, Omit<HoldingsOptions, 'room'> {
  readonly facts: Facts;
  readonly room: WaitingCounts;
}

/** No plugin sends these facts again, so they wait after a failed append. */
export interface TakenFacts {
  readonly tiles: readonly TilesEvent[];
  readonly holdings: readonly HoldingEvent[];
}

export interface Decision {
  /** In the order of the log. */
  readonly events: readonly NewEvent[];
  /** Kept at once, so that the next report is decided with it. */
  readonly next: AccountMemory;
  readonly taken: TakenFacts;
  /** Kept once the events are durable: until then, an equal report appends its events too. */
  readonly newFacts: NewFacts;
  readonly description: Description | null;
}

export interface ReportDecision extends Decision {
  readonly hasLeft: boolean;
  /** The facts that were left out, by kind. */
  readonly skipped: ReadonlyMap<string, number>;
}

/**
 * Decides a report, as an aggregate does. Pure.
 * @param memory after `load-account.ts` has read what the report needs
 */
export function decide(
  memory: AccountMemory,
  { plugin, device, report, times, playerMemory, now }: IncomingReport,
  translated: TranslatedReport,
  about: Omit<FactsOfAccount, 'facts'> & { readonly directory: Directory },
): ReportDecision {
  const { accountId, directory } = about;
  const { player } = translated;
  const own = factsOfOwnCharacter(plugin, translated, memory.character);
  const ownerId = directory.accounts.get(accountId)?.ownerId ?? null;
  const ofOwner = withoutHoldingsOfOthers(own.facts, { ownerId, memberId: device.memberId });
  const limited = limitAccountEntry(memory.skillNames, ofOwner.facts, now);
  // A report from before a logout must not open another session (plugin-protocols.md 2 and 4).
  const isOvertaken = now - playerMemory.leftAt < (report.canBeOvertakenForMs ?? 0);
  const facts = isOvertaken ? { ...limited.facts, presence: null } : limited.facts;
  const described = describeAccount(directory, { ...about, player, times }, memory.described);
  const isWorldNamed = report.player.world !== null;
  const world = times.isLate ? memory.world : worldAfter(memory.world, facts, { player, isWorldNamed, now });
  const known = { ...memory, world, character: own.character, skillNames: limited.skillNames };
  const decision = decideFacts(known, { ...about, facts });
  const skipped = Object.entries({
    other_character: own.leftOut,
    holding_of_contributor: ofOwner.leftOut,
    no_room: limited.leftOut,
  });
  return {
    ...decision,
    events: described === null ? decision.events : [described.event, ...decision.events],
    description: described?.description ?? null,
    hasLeft: hasLeft(facts),
    skipped: new Map(skipped.filter(([, count]) => count > 0)),
  };
}

/** Selects the facts that are new, or due to be repeated, and the facts that wait. Pure. */
export function decideFacts(memory: AccountMemory, report: FactsOfAccount): Decision {
  const { accountId, source, room } = report;
  const { presence: sent } = report.facts;
  const presence = sent !== null && isReplaced(memory.presences, source, sent) ? null : sent;
  const presences = presence === null ? memory.presences : new Map(memory.presences).set(source, presence);
  const newFacts = selectNewFacts(memory.appended, { ...report.facts, presence }, report);
  const reported = eventsOfHoldings(report, report.facts);
  const options = { ...report, room: room.holdingBytes };
  const { holdings, due } = decideHoldings(memory.holdings, reported, options);
  const { tiles, events: walked } = decideTiles(memory.tiles, report, room.tiles);
  return {
    events: [...eventsOfNewFacts(accountId, source, newFacts), ...due, ...walked],
    next: { ...memory, presences, holdings, tiles, decisions: memory.decisions + 1 },
    taken: { tiles: walked, holdings: due },
    newFacts,
    description: null,
  };
}

/** The memory once the events of the decision are durable. @param now of the decision */
export function withAppended(memory: AccountMemory, decision: Decision, now: number): AccountMemory {
  const { next, newFacts, description } = decision;
  // The facts were forgotten in the meantime: earlier values may be wrong.
  if (memory.appended === next.appended) rememberFacts(memory.appended, newFacts, now, next.decisions);
  return description === null ? memory : { ...memory, described: description };
}

/** The memory after a failed append: it is unknown which facts the log has. */
export function withoutAppended(memory: AccountMemory, { taken }: Decision, now: number): AccountMemory {
  return { ...withoutTaken(memory, taken, now), appended: nothingAppended(), presences: new Map() };
}

/** The memory after a failed append of tiles and holdings. */
export function withoutTaken(memory: AccountMemory, taken: TakenFacts, now: number): AccountMemory {
  return {
    ...memory,
    tiles: withFailedTiles(memory.tiles, taken.tiles),
    holdings: waitAgain(memory.holdings, taken.holdings, now),
  };
}
