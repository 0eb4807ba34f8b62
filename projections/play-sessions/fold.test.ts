import { describe, expect, it } from 'vitest';
import { evolveSessions, initialSessions, type PlaySessionsEvent } from './projection.ts';
import type { Session } from './session.ts';

const account = 'aB3xYz91kQw0';
const timeout = 186_000;

describe('play sessions', () => {
  it('opens with the first message in game and follows it', () => {
    expect(sessionsAfter(seen(1_000), seen(61_000, 487), seen(121_000, 486))).toEqual([
      { started_at: 1_000, last_seen_at: 121_000, ended_at: null, end_reason: null, worlds: [486, 487] },
    ]);
  });

  it('names 500 worlds at most (rules/member-limits.md#one-account)', () => {
    const hops = Array.from({ length: 510 }, (_, hop) => seen(1_000 + hop * 1_000, 300 + hop));
    const [session] = sessionsAfter(...hops, seen(600_000, 300));
    expect(session?.worlds).toEqual(Array.from({ length: 500 }, (_, hop) => 300 + hop));
    expect(session?.last_seen_at).toBe(600_000);
  });

  it('ends at the time that the plugin reported (read-api 2.8, 3)', () => {
    expect(sessionsAfter(seen(1_000), ended(50_000, 'shutdown'))).toMatchObject([
      { ended_at: 50_000, end_reason: 'shutdown' },
    ]);
  });

  it('ends with logout when the player is out of the game without a shutdown', () => {
    expect(sessionsAfter(seen(1_000), seen(40_000, 486, false))).toMatchObject([
      { last_seen_at: 1_000, ended_at: 40_000, end_reason: 'logout' },
    ]);
  });

  it('ends with timeout at the last message once a later record shows the gap', () => {
    expect(sessionsAfter(seen(1_000), seen(1_000 + timeout + 1))).toMatchObject([
      { started_at: 1_000 + timeout + 1, ended_at: null },
      { started_at: 1_000, ended_at: 1_000, end_reason: 'timeout' },
    ]);
    expect(sessionsAfter(seen(1_000), seen(1_000 + timeout))).toHaveLength(1);
  });

  it('lets a late shutdown replace the end that a timeout gave', () => {
    const late = sessionsAfter(seen(1_000), seen(61_000), seen(600_000), ended(70_000, 'logout'));
    expect(late).toMatchObject([
      { started_at: 600_000, ended_at: null },
      { started_at: 1_000, ended_at: 70_000, end_reason: 'logout' },
    ]);
  });

  it('ignores a shutdown outside every session, and a second shutdown', () => {
    expect(sessionsAfter(ended(5_000, 'logout'))).toEqual([]);
    expect(sessionsAfter(seen(1_000), ended(2_000, 'logout'), ended(3_000, 'disabled'))).toMatchObject([
      { ended_at: 2_000, end_reason: 'logout' },
    ]);
  });

  it('starts no session from a record that was sent before the last session ended', () => {
    expect(sessionsAfter(seen(1_000), ended(50_000, 'logout'), seen(49_000))).toHaveLength(1);
    expect(sessionsAfter(seen(1_000), ended(50_000, 'logout'), seen(50_001))).toHaveLength(2);
  });

  it('ignores a late end well before the last message, but not an end shortly before the last message', () => {
    const overtaken = sessionsAfter(seen(1_000), seen(121_000), ended(60_000, 'logout'));
    expect(overtaken).toMatchObject([{ ended_at: null }]);
    expect(sessionsAfter(seen(1_000), seen(61_000), ended(60_000, 'logout'))).toMatchObject([
      { ended_at: 61_000, end_reason: 'logout' },
    ]);
  });

  it('ignores a late report from outside the game that is from before the session or well before its last message', () => {
    const out = (at: number) => seen(at, 486, false);
    expect(sessionsAfter(seen(1_000), out(800), seen(31_000))).toMatchObject([
      { started_at: 1_000, last_seen_at: 31_000, ended_at: null },
    ]);
    expect(sessionsAfter(seen(1_000), seen(121_000), out(60_000))).toMatchObject([{ ended_at: null }]);
    expect(sessionsAfter(seen(1_000), seen(61_000), out(60_000))).toMatchObject([
      { ended_at: 61_000, end_reason: 'logout' },
    ]);
  });

  it('never gives two sessions the same start', () => {
    const twice = sessionsAfter(seen(1_000), ended(1_000, 'logout'), seen(1_000));
    expect(twice.map((session) => session.started_at)).toEqual([1_001, 1_000]);
  });
});

function sessionsAfter(...events: PlaySessionsEvent[]): Omit<Session, 'account_id' | 'timeout_ms'>[] {
  const state = events.reduce(evolveSessions, initialSessions());
  return state.recent.map(({ account_id: _, timeout_ms: __, ...session }) => session);
}

function seen(at: number, world = 486, inGame = true): PlaySessionsEvent {
  const state = inGame ? 'LOGGED_IN' : 'LOGIN_SCREEN';
  return recorded('account-seen', {
    at,
    game_state: state,
    world,
    special_world: false,
    in_game: inGame,
    timeout_ms: timeout,
  });
}

function ended(at: number, reason: 'logout' | 'shutdown' | 'disabled'): PlaySessionsEvent {
  return recorded('session-ended', { at, reason });
}

function recorded<Event extends PlaySessionsEvent>(type: Event['type'], data: Event['data']): Event {
  return {
    stream: 'hub.activity',
    partition: 0,
    offset: 0,
    recordId: '00000000-0000-4000-8000-000000000000',
    subject: account,
    source: 'ha',
    recordTime: 0,
    type,
    data,
  } as Event;
}
