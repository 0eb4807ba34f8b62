import { corrected, iso, type Sent } from './sent.ts';

interface Session {
  started: number;
  seen: number;
  ended: number | null;
  reason: string | null;
  worlds: number[];
}

const timeoutMs = 186_000;
const statedEveryMs = timeoutMs / 12;

/** `/sessions` of an account whose last session has long timed out, newest first, without ids. */
export function expectedSessions(sent: readonly Sent[]): Record<string, unknown>[] {
  const sessions: Session[] = [];
  let stated = { what: '', at: 0 };
  for (const each of sent) {
    for (const { type, data, timestamp } of each.report.events) {
      if (type === 'clientShutdown')
        end(sessions, Math.max(corrected(each, timestamp), each.received - 900_000), data);
    }
    if (each.late) continue;
    const ended = each.report.events.some(({ type }) => type === 'clientShutdown');
    const inGame = each.report.state === 'LOGGED_IN' && !ended;
    const world = Number(each.report.player.world);
    // While nothing changes, ingest appends that an account was seen at most a dozen times in a
    // timeout.
    const what = `${each.report.state} ${world} ${inGame}`;
    if (what === stated.what && each.received - stated.at < statedEveryMs) continue;
    stated = { what, at: each.received };
    see(sessions, each.at, inGame, world);
  }
  return sessions.toReversed().map(asAnswered);
}

function see(sessions: Session[], at: number, inGame: boolean, world: number): void {
  const last = sessions.at(-1);
  if (last !== undefined && last.ended === null && at - last.seen > timeoutMs) timeOut(last);
  if (last !== undefined && last.ended === null) {
    const overtaken = at < last.started || last.seen - at > 30_000;
    if (!inGame && !overtaken) Object.assign(last, { ended: Math.max(at, last.seen), reason: 'logout' });
    if (inGame) {
      last.seen = Math.max(last.seen, at);
      if (!last.worlds.includes(world)) last.worlds.push(world);
    }
  } else if (inGame && at >= (last?.ended ?? 0)) {
    sessions.push({ started: at, seen: at, ended: null, reason: null, worlds: [world] });
  }
}

function end(sessions: Session[], at: number, data: unknown): void {
  const within = sessions.findLast(
    ({ started, seen, ended, reason }) =>
      at >= started &&
      at - seen <= timeoutMs &&
      (ended === null ? seen - at <= 30_000 : reason === 'timeout'),
  );
  if (within === undefined) return;
  Object.assign(within, {
    ended: Math.max(at, within.seen),
    reason: data === 'Logout' ? 'logout' : 'shutdown',
  });
}

function timeOut(session: Session): void {
  Object.assign(session, { ended: session.seen, reason: 'timeout' });
}

function asAnswered(session: Session): Record<string, unknown> {
  if (session.ended === null) timeOut(session);
  const { started, seen, ended, reason, worlds } = session;
  return {
    started_at: iso(started),
    ended_at: iso(ended ?? seen),
    last_seen_at: iso(seen),
    duration_ms: (ended ?? seen) - started,
    worlds,
    end_reason: reason ?? 'timeout',
  };
}
