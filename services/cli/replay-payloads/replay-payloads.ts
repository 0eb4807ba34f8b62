import type { Directory } from '../../../projections/access/directory/directory.ts';
import { hourMs } from '../../../shared/domain/durations.ts';
import type { NewEvent } from '../../../shared/events/event.ts';
import type { PartitionEnds } from '../../../shared/log/event-log.ts';
import type { Journal } from '../../../shared/log/journal.ts';
import type { Database } from '../../../shared/postgres/database.ts';
import type { KnownGame } from '../../ingest/game/known-game.ts';
import type { Plugin } from '../../ingest/plugin-adapter.ts';
import { eventsOfHoldings } from '../../ingest/receive/holdings/events-of-holdings.ts';
import { withoutHoldingsOfOthers } from '../../ingest/receive/holdings/holdings-of-owner.ts';
import {
  nextPayloads,
  offsetAt,
  type PayloadFilter,
  type StoredPayload,
} from '../../operations/payloads/stored-payloads.ts';
import { characterAt } from './character-at.ts';
import { createMissingFinder, type KeptFrom, type TranslatedAgain } from './missing-facts.ts';
import { createNewestHoldings } from './missing-holdings.ts';
import { createRetranslator, type Retranslate } from './retranslate.ts';

export interface ReplayOptions {
  readonly database: Database;
  readonly journal: Journal;
  readonly directory: Directory;
  readonly plugins: readonly Plugin[];
  readonly game: KnownGame;
  /** The partitions of `hub.raw` with the wanted payloads. The read stops at the `end` of each. */
  readonly places: readonly PartitionEnds[];
  readonly filter: PayloadFilter;
  readonly keptFrom: KeptFrom;
  readonly signal: AbortSignal;
  readonly onBegin: (offsets: number) => void;
  readonly onRead: (step: { readonly records: number; readonly offsets: number }) => void;
}

type Skipped = 'erased' | 'blocked' | 'unreadable';

export type Replayed = Awaited<ReturnType<typeof replayPayloads>>;

/**
 * The read begins this long before the wanted bodies: earlier reports show the error of a PC's
 * clock, and whether the player is another character.
 */
const warmUpMs = hourMs;
const eventsPerAppend = 500;
const appendWithinMs = 30_000;

/**
 * Translates stored bodies again and appends the missing game events, trail points, tiles and
 * newest holdings. Appends nothing else: in state, xp, gear and presence the last record counts,
 * so an old record would replace a newer record. Needs `event-feed`, `location-trail` and
 * `tile-trail` to be current. Can be repeated.
 * @throws the signal's reason when it is aborted; LogUnavailable
 */
export async function replayPayloads(options: ReplayOptions) {
  const { database, journal, places, filter, signal, onBegin, onRead } = options;
  const findMissing = createMissingFinder(database, options.keptFrom);
  const holdings = createNewestHoldings();
  const warmUp = { ...filter, from: filter.from - warmUpMs };
  const retranslate = createRetranslator(options.plugins, options.game, (accountId) =>
    characterAt(database, accountId, warmUp.from),
  );
  const ranges: { readonly place: PartitionEnds; readonly offset: number }[] = [];
  for (const place of places) ranges.push({ place, offset: await offsetAt(journal.log, place, warmUp.from) });
  onBegin(ranges.reduce((sum, { place, offset }) => sum + place.end - offset, 0));
  const done = {
    bodies: 0,
    events: 0,
    points: 0,
    tiles: 0,
    holdings: 0,
    skipped: { erased: 0, blocked: 0, unreadable: 0 },
  };
  for (const { place, offset: first } of ranges) {
    for (let offset = first; offset < place.end; ) {
      signal.throwIfAborted();
      const page = await nextPayloads(journal, place, offset, warmUp);
      done.skipped.erased += page.closedAt.filter((at) => at >= filter.from).length;
      const again: TranslatedAgain[] = [];
      for (const payload of page.payloads) {
        const said = await translateAgain(options.directory, retranslate, payload);
        // Earlier reports only provide the clock and the world.
        if (payload.receivedAt < filter.from || said === null) continue;
        if (typeof said === 'string') done.skipped[said] += 1;
        else again.push(said);
      }
      for (const event of again.flatMap((said) => eventsOfHoldings(said, said))) holdings.add(event);
      const missing = await findMissing(again);
      await append(journal, missing.events);
      done.bodies += again.length;
      done.events += missing.gameEvents;
      done.points += missing.points;
      done.tiles += missing.tiles;
      onRead({ records: page.read, offsets: page.next - offset });
      offset = page.next;
    }
    // All bodies of an account are in one partition.
    const missing = await holdings.takeMissing(journal);
    await append(journal, missing);
    done.holdings += missing.length;
  }
  return done;
}

async function append(journal: Journal, events: readonly NewEvent[]): Promise<void> {
  for (let from = 0; from < events.length; from += eventsPerAppend) {
    await journal.append(events.slice(from, from + eventsPerAppend), { deadlineMs: appendWithinMs });
  }
}

/** @returns null for a body that is stored under its member, because its account was not known */
async function translateAgain(
  { accounts, devicesByTokenHash, members }: Directory,
  retranslate: Retranslate,
  payload: StoredPayload,
): Promise<TranslatedAgain | Skipped | null> {
  if (members.has(payload.subject)) return null;
  const account = accounts.get(payload.subject);
  const device = devicesByTokenHash.values().find(({ id }) => id === payload.deviceId);
  // The erasure of a member also erases the devices of the member.
  if (account === undefined || device === undefined) return 'erased';
  if (account.blockedIds.includes(device.memberId)) return 'blocked';
  const said = await retranslate(payload, device);
  if (said === null) return 'unreadable';
  const reporter = { accountId: account.id, memberId: device.memberId, source: payload.plugin };
  return { ...withoutHoldingsOfOthers(said, { ...reporter, ownerId: account.ownerId }).facts, ...reporter };
}
