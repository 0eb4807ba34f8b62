/** An event of Chromium's trace. Times in microseconds; `tdur` is CPU time of its thread. */
interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  readonly ts: number;
  readonly dur?: number;
  readonly tdur?: number;
  readonly args?: { readonly data?: { readonly url?: string } };
}

/** What `pollScripts` reads. */
export const scriptCategories = ['devtools.timeline', 'v8.execute'];

/** Where scripts run, microtasks too: what a promise leads to, as an answer does, is in no call of a function. */
const scripts = new Set(['FunctionCall', 'RunMicrotasks', 'EvaluateScript']);

/**
 * The CPU time in ms that the page's scripts took from each request whose address holds `path` to the next one, out of a
 * trace. What else the machine does is not in it.
 */
export function pollScripts(trace: string, path: string): readonly number[] {
  const { traceEvents }: { readonly traceEvents: readonly TraceEvent[] } = JSON.parse(trace);
  const polls = traceEvents
    .filter(({ name, args }) => name === 'ResourceSendRequest' && args?.data?.url?.includes(path))
    .sort((left, right) => left.ts - right.ts);
  const [first] = polls;
  if (first === undefined) return [];
  const ran = traceEvents
    .filter(
      ({ name, ph, pid, tid }) => scripts.has(name) && ph === 'X' && pid === first.pid && tid === first.tid,
    )
    .sort((left, right) => left.ts - right.ts);
  const outer = outermost(ran);
  return polls.slice(1).map(({ ts: until }, index) => {
    const from = polls[index]?.ts ?? 0;
    const between = outer.filter(({ ts }) => ts >= from && ts < until);
    return between.reduce((sum, { tdur = 0 }) => sum + tdur, 0) / 1_000;
  });
}

/** Those of one thread, in order, that lie in no other. */
function outermost(events: readonly TraceEvent[]): readonly TraceEvent[] {
  let endsAt = Number.NEGATIVE_INFINITY;
  return events.filter(({ ts, dur = 0 }) => {
    if (ts < endsAt) return false;
    endsAt = ts + dur;
    return true;
  });
}
