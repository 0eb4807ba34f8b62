import { minuteMs } from '../../../../shared/domain/durations.ts';
import { completeLog, type StoredLogs } from './complete-holdings.ts';
import type { HoldingEvent } from './events-of-holdings.ts';
import {
  type HoldingsMemory,
  holdingOf,
  isOlderReport,
  isStored,
  type StoredHolding,
  type WaitingHolding,
  withoutSubject,
} from './holdings-memory.ts';

export interface HoldingsDecision {
  readonly holdings: HoldingsMemory;
  readonly taken: TakenHoldings;
}

/** To be appended now. */
export interface TakenHoldings {
  readonly changed: readonly HoldingEvent[];
  readonly overtaken: readonly HoldingEvent[];
}

export interface HoldingsOptions {
  /** Monotonic ms. */
  readonly now: number;
  readonly isSoleProcess: boolean;
  /** How many more bytes may wait. */
  readonly room: number;
  readonly logs: StoredLogs;
}

const appendedEveryMs = minuteMs;
/** Longer than an append takes. */
const checkAfterMs = 10_000;

/** Decides the holdings of a report, whose subjects were read. Pure. */
export function decideHoldings(
  memory: HoldingsMemory,
  reported: readonly HoldingEvent[],
  options: HoldingsOptions,
): HoldingsDecision {
  const { now, isSoleProcess, logs } = options;
  const draft = draftOf(memory, options);
  const events: HoldingEvent[] = [];
  for (const sent of reported) {
    const { key } = sent;
    const event = completeLog(sent, logs, draft.waiting.get(key)?.event);
    if (isOlderReport(event.data.at, draft.waiting.get(key)?.event.data.at ?? 0)) continue;
    const isKnown = isStored(event, draft.stored.get(key));
    const dueAt = draft.dueAtOf(key);
    const mayWait = dueAt > now && !(isKnown && isSoleProcess);
    if (mayWait && draft.wait(event, dueAt)) continue;
    if (isKnown) draft.waiting.delete(key);
    else events.push(draft.take(event));
  }
  return draft.decided(events, []);
}

/**
 * Decides the holdings that wait, and takes the overtaken holdings. Pure.
 * @param isClosing the process ends, so no holding continues to wait
 */
export function decideWaitingHoldings(
  memory: HoldingsMemory,
  { isClosing, ...options }: HoldingsOptions & { readonly isClosing: boolean },
): HoldingsDecision {
  const { now, isSoleProcess, logs } = options;
  const draft = draftOf(memory, options);
  const events: HoldingEvent[] = [];
  for (const { event: waiting } of dueHoldings(memory, isClosing ? Number.POSITIVE_INFINITY : now)) {
    const event = completeLog(waiting, logs);
    const known = draft.stored.get(event.key);
    const isOutdated = isSoleProcess
      ? isStored(event, known)
      : known !== undefined && (known.at === event.data.at || isOlderReport(event.data.at, known.at));
    const dueAt = draft.dueAtOf(event.key);
    if (isOutdated) draft.waiting.delete(event.key);
    else if (isClosing || dueAt <= now || !draft.wait(event, dueAt)) events.push(draft.take(event));
  }
  return draft.decided(events, [...memory.overtaken.values()]);
}

/** @param now monotonic ms */
export function dueHoldings({ waiting }: HoldingsMemory, now: number): WaitingHolding[] {
  return [...waiting.values()].filter(({ dueAt }) => dueAt <= now);
}

/** After a failed append the holdings wait again. Pure. @param now monotonic ms */
export function waitAgain(
  memory: HoldingsMemory,
  { changed, overtaken }: TakenHoldings,
  now: number,
): HoldingsMemory {
  let unknown = memory;
  for (const { subject } of changed) unknown = withoutSubject(unknown, subject);
  const waiting = new Map(unknown.waiting);
  for (const event of changed) if (!waiting.has(event.key)) waiting.set(event.key, waitingOf(event, now));
  const again = new Map([...overtaken.map((event) => [event.key, event] as const), ...memory.overtaken]);
  return { ...unknown, waiting, overtaken: again };
}

function waitingOf(event: HoldingEvent, dueAt: number): WaitingHolding {
  return { event, dueAt, bytes: JSON.stringify(event).length };
}

/** A copy of the memory, for one decision. */
function draftOf(memory: HoldingsMemory, { now, isSoleProcess, room }: HoldingsOptions) {
  const stored = new Map<string, StoredHolding>(memory.stored);
  const waiting = new Map(memory.waiting);
  let left = room;
  return {
    stored,
    waiting,
    dueAtOf: (key: string) => (stored.get(key)?.storedAt ?? Number.NEGATIVE_INFINITY) + appendedEveryMs,
    /** @returns false without room */
    wait: (event: HoldingEvent, dueAt: number) => {
      const holding = waitingOf(event, dueAt);
      const more = holding.bytes - (waiting.get(event.key)?.bytes ?? 0);
      if (more > left) return false;
      left -= more;
      waiting.set(event.key, holding);
      return true;
    },
    take: (event: HoldingEvent) => {
      waiting.delete(event.key);
      stored.set(event.key, { ...holdingOf(event.data), storedAt: now });
      return event;
    },
    decided: (changed: readonly HoldingEvent[], overtaken: readonly HoldingEvent[]): HoldingsDecision => {
      const isChecked = !isSoleProcess && changed.length + overtaken.length > 0;
      const next = { stored, waiting, checkAt: isChecked ? now + checkAfterMs : memory.checkAt };
      const left = overtaken.length > 0 ? new Map() : memory.overtaken;
      return { holdings: { ...memory, ...next, overtaken: left }, taken: { changed, overtaken } };
    },
  };
}
