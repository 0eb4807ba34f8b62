import { appendToChain, type Chain, chainItems } from '../../shared/collections/chain.ts';
import type { DataOf, RecordedEventOf } from '../../shared/events/event.ts';
import type { accountSeen } from '../../shared/events/types/account-seen.ts';
import type { sessionEnded } from '../../shared/events/types/session-ended.ts';
import { copyNewer, inKeyOrder, unknownSubjects } from '../../shared/projection/copy-newer-rows.ts';
import type { GenerationTx, Projection } from '../../shared/projection/projection.ts';
import { writeRows } from '../../shared/projection/tables/write-rows.ts';
import { closedByTimeout, hasTimedOut, type Session } from './session.ts';

export type PlaySessionsEvent = RecordedEventOf<typeof accountSeen> | RecordedEventOf<typeof sessionEnded>;

/** `recent` is newest first. `changed` has the sessions of this batch to write. */
export interface SessionsState {
  readonly recent: readonly Session[];
  /** A session may be in the list twice: the later entry counts. */
  readonly changed: Chain<Session>;
}

/** Sessions that a late message can still change. A plugin resends for at most 10 minutes. */
const recentMax = 4;

/** Corrected times of two messages of a client may be in the wrong order by less than this. */
const overtakenMs = 30_000;

export function initialSessions(): SessionsState {
  return { recent: [], changed: null };
}

/** See rules/presence.md#presence-and-time. */
export function evolveSessions(state: SessionsState, event: PlaySessionsEvent): SessionsState {
  return event.type === 'account-seen' ? seen(state, event.subject, event.data) : ended(state, event.data);
}

function seen(state: SessionsState, accountId: string, data: DataOf<typeof accountSeen>): SessionsState {
  const newest = state.recent[0];
  const open = newest !== undefined && newest.ended_at === null ? newest : undefined;
  if (open === undefined) {
    // An overtaken message from before the end does not begin another session.
    const isPast = newest !== undefined && data.at < (newest.ended_at ?? 0);
    return data.in_game && !isPast ? started(state, accountId, data) : state;
  }
  if (hasTimedOut(open, data.at)) {
    const closed = written(state, closedByTimeout(open));
    return data.in_game ? started(closed, accountId, data) : closed;
  }
  if (!data.in_game) {
    if (!mayEnd(open, data.at)) return state;
    const endedAt = Math.max(data.at, open.last_seen_at);
    return written(state, { ...open, ended_at: endedAt, end_reason: 'logout' });
  }
  return written(state, {
    ...open,
    last_seen_at: Math.max(open.last_seen_at, data.at),
    worlds: visited(open.worlds, data.world),
    timeout_ms: data.timeout_ms,
  });
}

function started(state: SessionsState, accountId: string, data: DataOf<typeof accountSeen>): SessionsState {
  const previous = state.recent[0];
  // The start is part of the id, so two sessions of an account must not have the same start.
  const startedAt = previous === undefined ? data.at : Math.max(data.at, previous.started_at + 1);
  return written(state, {
    account_id: accountId,
    started_at: startedAt,
    last_seen_at: startedAt,
    ended_at: null,
    end_reason: null,
    worlds: visited([], data.world),
    timeout_ms: data.timeout_ms,
  });
}

/**
 * A shutdown also replaces the end of a session that a timeout closed: a resend may arrive after
 * the player is back.
 */
function ended(state: SessionsState, { at, reason }: DataOf<typeof sessionEnded>): SessionsState {
  const session = state.recent.find((candidate) => mayEnd(candidate, at));
  if (session === undefined) return state;
  return written(state, { ...session, ended_at: Math.max(at, session.last_seen_at), end_reason: reason });
}

function mayEnd(session: Session, at: number): boolean {
  const { started_at, last_seen_at, timeout_ms, end_reason } = session;
  if (at < started_at || at - last_seen_at > timeout_ms) return false;
  // When the player was seen in the game well after `at`, the message did not end this session.
  if (end_reason === null) return last_seen_at - at <= overtakenMs;
  return end_reason === 'timeout';
}

/** The game has about 250 worlds. The limit stops a client that invents worlds. */
const worldsMax = 500;

function visited(worlds: readonly number[], world: number | null): readonly number[] {
  if (world === null || worlds.length >= worldsMax || worlds.includes(world)) return worlds;
  return [...worlds, world];
}

function written(state: SessionsState, session: Session): SessionsState {
  const others = state.recent.filter((other) => other.started_at !== session.started_at);
  const isAgain = state.changed?.last.started_at === session.started_at;
  return {
    recent: [...others, session].sort((a, b) => b.started_at - a.started_at).slice(0, recentMax),
    changed: appendToChain(isAgain ? (state.changed?.before ?? null) : state.changed, session),
  };
}

function changedSessions({ changed }: SessionsState): Session[] {
  return [...new Map(chainItems(changed).map((session) => [session.started_at, session])).values()];
}

export const playSessionsProjection: Projection<SessionsState, PlaySessionsEvent> = {
  name: 'play-sessions',
  version: { shape: 1, logic: 3 },
  streams: ['hub.activity'],
  migrations: new URL('./migrations/', import.meta.url),
  handles: ['account-seen', 'session-ended'],
  special: { watermarkEveryMs: 2_000 },
  parks: 'subject',
  keyOf: (event) => event.subject,
  load: loadSessions,
  initial: initialSessions,
  evolve: evolveSessions,
  save: saveSessions,
};

async function loadSessions(
  tx: GenerationTx,
  events: readonly PlaySessionsEvent[],
  known: ReadonlyMap<string, SessionsState>,
): Promise<ReadonlyMap<string, SessionsState>> {
  const accounts = unknownSubjects(events, known);
  if (accounts.length === 0) return new Map();
  const rows = await tx.many<Session>({
    text: `select s.account_id, s.started_at, s.last_seen_at, s.ended_at, s.end_reason, s.worlds, s.timeout_ms
           from unnest($1::text[]) as wanted(account_id)
           cross join lateral (
             select *
             from ${tx.schema}.session
             where session.account_id = wanted.account_id
             order by started_at desc
             limit $2
           ) s
           order by s.account_id, s.started_at desc`,
    values: [accounts, recentMax],
  });
  const byAccount = Map.groupBy(rows, (row) => row.account_id);
  return new Map([...byAccount].map(([account, recent]) => [account, { recent, changed: null }]));
}

async function saveSessions(tx: GenerationTx, states: ReadonlyMap<string, SessionsState>): Promise<void> {
  const rows = inKeyOrder(states).flatMap(([, state]) => changedSessions(state));
  await writeRows(tx, sessionTable, await copyNewer(tx, sessionTable, rows));
}

const sessionTable = {
  table: 'session',
  columns: {
    account_id: 'text',
    started_at: 'int8',
    last_seen_at: 'int8',
    ended_at: 'int8',
    end_reason: 'text',
    worlds: 'int4[]',
    timeout_ms: 'int4',
  },
  key: ['account_id', 'started_at'],
} as const;
