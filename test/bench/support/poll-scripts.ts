/** An event of Chromium's trace. Times in microseconds; `tdur` is CPU time of its thread. */
interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  readonly ts: number;
  readonly dur?: number;
  readonly tdur?: number;
  readonly args?: { readonly name?: string; readonly data?: { readonly url?: string } };
}

/**
 * CPU time in ms of the scripts that ran from the request of a poll to the request of the next
 * poll.
 */
export interface PollScript {
  readonly pageMs: number;
  readonly workerMs: number;
}

export const scriptCategories = ['devtools.timeline', 'v8.execute'];

/** Handlers of promises run as microtasks, outside of function calls. */
const scripts = new Set(['FunctionCall', 'RunMicrotasks', 'EvaluateScript']);

/**
 * Sums the CPU of a page's scripts from each request whose address holds `path` to the next
 * request.
 */
export function pollScripts(trace: string, path: string): readonly PollScript[] {
  const { traceEvents }: { readonly traceEvents: readonly TraceEvent[] } = JSON.parse(trace);
  const polls = traceEvents
    .filter(({ name, args }) => name === 'ResourceSendRequest' && args?.data?.url?.includes(path))
    .sort((left, right) => left.ts - right.ts);
  const [first] = polls;
  if (first === undefined) return [];
  const workers = traceEvents.filter(
    ({ name, args, pid }) =>
      name === 'thread_name' && args?.name === 'DedicatedWorker thread' && pid === first.pid,
  );
  const ofThread = (tid: number) => outermost(scriptsOf(traceEvents, first.pid, tid));
  const page = ofThread(first.tid);
  const worker = workers.flatMap(({ tid }) => ofThread(tid));
  return polls.slice(1).map(({ ts: until }, index) => {
    const from = polls[index]?.ts ?? 0;
    return { pageMs: cpuMs(page, from, until), workerMs: cpuMs(worker, from, until) };
  });
}

function scriptsOf(events: readonly TraceEvent[], pid: number, tid: number): readonly TraceEvent[] {
  return events
    .filter((event) => scripts.has(event.name) && event.ph === 'X' && event.pid === pid && event.tid === tid)
    .sort((left, right) => left.ts - right.ts);
}

function cpuMs(events: readonly TraceEvent[], from: number, until: number): number {
  const between = events.filter(({ ts }) => ts >= from && ts < until);
  return between.reduce((sum, { tdur = 0 }) => sum + tdur, 0) / 1_000;
}

/** The events that lie in no other event. */
function outermost(events: readonly TraceEvent[]): readonly TraceEvent[] {
  let endsAt = Number.NEGATIVE_INFINITY;
  return events.filter(({ ts, dur = 0 }) => {
    if (ts < endsAt) return false;
    endsAt = ts + dur;
    return true;
  });
}
