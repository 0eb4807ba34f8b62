import { minuteMs } from '../../../../shared/domain/durations.ts';
import { completeLog, type StoredLogs } from './complete-holdings.ts';
import type { HoldingEvent } from './events-of-holdings.ts';
import {
  type HoldingsMemory,
  holdingOf,
  isOlderReport,
  isStored,
  type WaitingHolding,
  waitingOf,
  withoutSubject,
} from './holdings-memory.ts';

export interface HoldingsDecision {
  readonly holdings: HoldingsMemory;
  /** To be appended now. */
  readonly due: readonly HoldingEvent[];
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
  if (reported.length === 0) return { holdings: memory, due: [] };
  const { now, isSoleProcess, logs } = options;
  const draft = draftOf(memory, options);
  for (const sent of reported) {
    const waiting = draft.waiting.get(sent.key);
    const event = completeLog(sent, logs, waiting?.event);
    if (isOlderReport(event.data.at, waiting?.event.data.at ?? 0)) continue;
    const isKnown = isStored(event, draft.stored.get(event.key));
    const dueAt = draft.dueAtOf(event);
    const mayWait = dueAt > now && !(isKnown && isSoleProcess);
    if (mayWait && draft.wait(event, dueAt)) continue;
    if (!isKnown) draft.take(event);
    else if (waiting?.isOvertaken !== true) draft.waiting.delete(event.key);
  }
  return draft.decision();
}

/**
 * Decides the holdings that wait. Pure.
 * @param until holdings are due until this time; infinite when the process ends
 */
export function decideWaitingHoldings(
  memory: HoldingsMemory,
  until: number,
  options: HoldingsOptions,
): HoldingsDecision {
  const draft = draftOf(memory, options);
  for (const { event: waiting, isOvertaken } of dueHoldings(memory, until)) {
    const event = completeLog(waiting, options.logs);
    const known = draft.stored.get(event.key);
    const isOutdated = options.isSoleProcess
      ? isStored(event, known)
      : known !== undefined && (known.at === event.data.at || isOlderReport(event.data.at, known.at));
    const dueAt = draft.dueAtOf(event);
    if (isOutdated && !isOvertaken) draft.waiting.delete(event.key);
    else if (isOvertaken || dueAt <= until || !draft.wait(event, dueAt)) draft.take(event);
  }
  return draft.decision();
}

/** @param until monotonic ms */
export function dueHoldings({ waiting }: HoldingsMemory, until: number): WaitingHolding[] {
  return [...waiting.values()].filter(({ dueAt }) => dueAt <= until);
}

/** After a failed append the holdings wait again. Pure. @param now monotonic ms */
export function waitAgain(
  memory: HoldingsMemory,
  events: readonly HoldingEvent[],
  now: number,
): HoldingsMemory {
  let unknown = memory;
  for (const { subject } of events) unknown = withoutSubject(unknown, subject);
  const waiting = new Map(unknown.waiting);
  for (const event of events) if (!waiting.has(event.key)) waiting.set(event.key, waitingOf(event, now));
  return { ...unknown, waiting };
}

/** A copy of the memory, for one decision. */
function draftOf(memory: HoldingsMemory, { now, isSoleProcess, room }: HoldingsOptions) {
  const stored = new Map(memory.stored);
  const waiting = new Map(memory.waiting);
  const due: HoldingEvent[] = [];
  let left = room;
  return {
    stored,
    waiting,
    dueAtOf: ({ key }: HoldingEvent) =>
      (stored.get(key)?.storedAt ?? Number.NEGATIVE_INFINITY) + appendedEveryMs,
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
      due.push(event);
    },
    decision: (): HoldingsDecision => {
      const checkAt = isSoleProcess || due.length === 0 ? memory.checkAt : now + checkAfterMs;
      return { holdings: { ...memory, stored, waiting, checkAt }, due };
    },
  };
}
