import { setImmediate as nextTurn } from 'node:timers/promises';
import { reportIdentity } from '../../../projections/access/commands/accounts/report-identity.ts';
import { appendAndWait } from '../../../projections/access/commands/append-and-wait.ts';
import { pollUntil } from '../../../shared/async/waiting.ts';
import { dayMs, hourMs } from '../../../shared/domain/durations.ts';
import { type NewEvent, newEvent } from '../../../shared/events/event.ts';
import type { StreamName } from '../../../shared/events/streams.ts';
import { accountDescribed } from '../../../shared/events/types/account-described.ts';
import type { TimedEvent } from '../../../shared/log/journal.ts';
import { readProjectionStatus } from '../../../shared/projection/upkeep/projection-status.ts';
import type { SentPlayer } from '../../ingest/plugin-adapter.ts';
import { type EnrolmentHub, enrolMembers } from '../enrolment.ts';
import { createGuild, type Guild } from '../guild.ts';
import type { SavedCharacters } from '../play/saved-character.ts';
import {
  createHistoryTranslator,
  type HistoryReport,
  historySource,
  reportedAccount,
} from './history-translator.ts';
import { eventsOfPast, holdingsOfPast, newKillCounts } from './holdings-of-past.ts';

export interface HistoryOptions {
  readonly hub: EnrolmentHub;
  readonly players: number;
  readonly seed: number;
  readonly days: number;
  /** Epoch ms. */
  readonly until: number;
  /** Older records would expire at once and are not written. Epoch ms. */
  readonly writtenFrom: Partial<Readonly<Record<StreamName, number>>>;
  readonly onProgress: (progress: HistoryProgress) => void;
  readonly signal: AbortSignal;
}

export type HistoryProgress =
  | { readonly kind: 'played'; readonly days: number; readonly records: number }
  | { readonly kind: 'projecting'; readonly behind: number };

/** The simulation skips time beyond 30 s. */
const stepMs = 30_000;
const chunkRecords = 2_000;
/**
 * The hub in this process gets a turn after this time. Otherwise PostgreSQL would end its
 * transactions.
 */
const turnMs = 20;
const projectedWithinMs = 10 * 60_000;
const introducedWithinMs = 20_000;

/** Only the last values of `hub.state` are written. */
const pastStreams: readonly StreamName[] = [
  'hub.activity',
  'hub.xp',
  'hub.gear',
  'hub.location',
  'hub.tiles',
  'hub.feed',
  'hub.state',
];

/**
 * Writes the past of a simulated guild into an empty log, and waits for the projections. Members
 * are created at the present time.
 * @returns the characters at the end; null, with nothing written, when the hub already has a past
 * @throws the signal's reason when it aborts
 */
export async function writeHistoryOf(options: HistoryOptions): Promise<SavedCharacters | null> {
  const { hub, players, seed, days, until, onProgress, signal } = options;
  const ends = await hub.journal.log.ends(pastStreams);
  if (ends.some(({ end }) => end > 0)) return null;
  const startedAt = until - days * dayMs;
  const guild = createGuild({ players, seed, startedAt, play: 'people' });
  const writer = await openWriter(options, guild);
  let turnedAt = performance.now();
  for (let at = startedAt, day = 1; at <= until; at += stepMs) {
    signal.throwIfAborted();
    await writer.write(guild.advance(at));
    if ((at - startedAt) % hourMs === 0) writer.countKills(at);
    if (performance.now() - turnedAt > turnMs) {
      await nextTurn();
      turnedAt = performance.now();
    }
    if (at < startedAt + day * dayMs) continue;
    onProgress({ kind: 'played', days: day, records: writer.records() });
    day += 1;
  }
  await writer.finish();
  await waitUntilProjected(options);
  return guild.characters();
}

async function openWriter({ hub, writtenFrom, until }: HistoryOptions, guild: Guild) {
  const members = await enrolMembers(hub, guild.players);
  const translator = createHistoryTranslator();
  const { accounts, introduction } = createIntroductions(hub, guild.players, members);
  /** The last record of each key of `hub.state`. */
  const state = new Map<string, TimedEvent>();
  let pending: TimedEvent[] = [];
  let importing: Promise<unknown> = Promise.resolve();
  let records = 0;
  let counted = guild.characters();

  const named = () => [...accounts].map(([player, id]) => ({ id, name: guild.players[player] ?? '' }));

  async function flush(): Promise<void> {
    const chunk = pending;
    pending = [];
    records += chunk.length;
    // An import runs while the next records are created.
    await importing;
    importing = hub.journal.import(chunk);
    importing.catch(() => {});
  }

  return {
    records: () => records,
    countKills: (appendTime: number) => {
      const characters = guild.characters();
      const counts = newKillCounts(named(), counted, characters);
      pending.push(...counts.map((event) => ({ ...event, appendTime })));
      counted = characters;
    },
    write: async (messages: ReturnType<Guild['advance']>) => {
      const reports = await Promise.all(messages.map(translator.read));
      const known = accounts.size;
      const introductions = reports.flatMap(introduction);
      if (introductions.length > 0) await appendAndWait(hub, introductions, { withinMs: introducedWithinMs });
      // Old counts are no news at the end of the past.
      const first = reports[0]?.at ?? 0;
      for (const [player, id] of [...accounts].slice(known)) {
        pending.push(...eventsOfPast(guild.players[player] ?? '', id, first));
      }
      for (const past of reports) {
        for (const event of translator.translate(past, accounts.get(past.player) ?? '')) {
          if (event.stream === 'hub.state') state.set(event.key, event);
          else if (event.appendTime >= (writtenFrom[event.stream] ?? 0)) pending.push(event);
        }
      }
      if (pending.length >= chunkRecords) await flush();
    },
    finish: async () => {
      pending.push(...[...state.values()].sort((left, right) => left.appendTime - right.appendTime));
      pending.push(...holdingsOfPast(named(), counted, until));
      await flush();
      await importing;
    },
  };
}

/** Accounts and their descriptions, each before the first event about it. */
function createIntroductions(
  hub: EnrolmentHub,
  players: readonly string[],
  members: ReadonlyMap<string, string>,
) {
  /** By the index of the player. */
  const accounts = new Map<number, string>();
  const described = new Set<number>();

  function introduction({ player, at, report }: HistoryReport): NewEvent[] {
    if (described.has(player)) return [];
    const { id, identity } = reportedAccount(hub.hubSecret, report);
    const events: NewEvent[] = [];
    if (!accounts.has(player)) {
      const memberId = members.get(players[player] ?? '') ?? '';
      const about = { identity, accountId: id, memberId, name: report.player.name };
      const seen = { ...about, plugin: historySource, actor: 'hub', seenAt: at } as const;
      events.push(reportIdentity(hub.directory.currentOrStale(), seen));
      accounts.set(player, id);
    }
    if (!report.player.specialWorld) {
      events.push(description(id, report.player));
      described.add(player);
    }
    return events;
  }

  return { accounts, introduction };
}

function description(accountId: string, { name, accountType: type }: SentPlayer): NewEvent {
  return newEvent(
    accountDescribed,
    { subject: accountId, source: historySource },
    { account_id: accountId, name, type },
  );
}

async function waitUntilProjected({ hub, onProgress, signal }: HistoryOptions): Promise<void> {
  const isProjected = async () => {
    signal.throwIfAborted();
    const statuses = await readProjectionStatus(hub.database, hub.journal.log);
    const behind = statuses
      .filter(({ state }) => state === 'live')
      .reduce((sum, { lag_events }) => sum + lag_events, 0);
    if (behind === 0) return true;
    onProgress({ kind: 'projecting', behind });
    return null;
  };
  const done = await pollUntil(isProjected, { withinMs: projectedWithinMs, everyMs: 500 });
  if (done === null) throw new Error('the projections did not catch up with the past');
}
