/** The maximum points of a trail, and of an answer with all its trails. */
export interface PointLimits {
  readonly ofTrail: number;
  readonly ofAnswer: number;
}

/** The first served point of a trail. */
export interface TrailCut {
  /** The first served minute, since the epoch. */
  readonly minute: number;
  /** Points at the start of this minute that are left out. */
  readonly skipped: number;
  readonly isTruncated: boolean;
}

/** Trails are in the order of the request. Minutes are since the epoch. */
export interface TrailCounts {
  /** Counts of each trail in [from, to), by minute. Minutes without points may be missing. */
  countsIn(from: number, to: number): Promise<ReadonlyMap<number, readonly number[]>>;
  /** Times of each trail, oldest first. */
  timesIn(minute: number): Promise<readonly (readonly number[])[]>;
  /** For each trail, in [from, to). */
  hasPointsIn(from: number, to: number): Promise<readonly boolean[]>;
}

/** Each further step counts twice as many minutes. */
const minutesAtFirst = 6 * 60;

/**
 * First each trail keeps its newest points, then the newest points of all trails are kept.
 * @param range of minutes, [from, to)
 */
export async function findCuts(
  counts: TrailCounts,
  { trails, from, to }: { readonly trails: number; readonly from: number; readonly to: number },
  limits: PointLimits,
): Promise<readonly TrailCut[]> {
  const cuts: (TrailCut | null)[] = Array(trails).fill(null);
  const served: number[] = Array(trails).fill(0);
  let total = 0;
  for (let end = to, span = minutesAtFirst; end > from && cuts.includes(null); end -= span, span *= 2) {
    const begin = Math.max(from, end - span);
    const found = await counts.countsIn(begin, end);
    for (const minute of [...found.keys()].sort((left, right) => right - left)) {
      const ofMinute = found.get(minute) ?? [];
      const offered = served.map((points, trail) =>
        cuts[trail] === null ? Math.min(ofMinute[trail] ?? 0, limits.ofTrail - points) : 0,
      );
      const all = sumOf(offered);
      if (total + all > limits.ofAnswer) {
        const fitting = newestOf(await counts.timesIn(minute), offered, limits.ofAnswer - total);
        const hasOlder = await counts.hasPointsIn(from, minute);
        return cuts.map((cut, trail) => {
          const skipped = (ofMinute[trail] ?? 0) - (fitting[trail] ?? 0);
          return cut ?? { minute, skipped, isTruncated: skipped > 0 || hasOlder[trail] === true };
        });
      }
      total += all;
      for (const [trail, fitting] of offered.entries()) {
        const skipped = (ofMinute[trail] ?? 0) - fitting;
        if (cuts[trail] === null && skipped > 0) cuts[trail] = { minute, skipped, isTruncated: true };
        served[trail] = (served[trail] ?? 0) + fitting;
      }
    }
  }
  return cuts.map((cut) => cut ?? { minute: from, skipped: 0, isTruncated: false });
}

/** How many points of each trail are among the newest `room` of the offered points. */
function newestOf(
  times: readonly (readonly number[])[],
  offered: readonly number[],
  room: number,
): readonly number[] {
  const all = offered.flatMap((count, trail) =>
    count === 0 ? [] : (times[trail] ?? []).slice(-count).map((at) => ({ at, trail })),
  );
  const fitting: number[] = Array(offered.length).fill(0);
  for (const { trail } of all.sort((left, right) => right.at - left.at).slice(0, room)) {
    fitting[trail] = (fitting[trail] ?? 0) + 1;
  }
  return fitting;
}

function sumOf(counts: readonly number[]): number {
  return counts.reduce((sum, count) => sum + count, 0);
}
