export interface WorkerHeartbeat {
  readonly id: string;
  /** Changes with each beat, and has no other meaning here. */
  readonly beat: string;
  /** By the database's clock; below 0 when this clock was set back. */
  readonly ageMs: number;
}

export interface WorkerWatch {
  /**
   * Takes the rows of all other processes.
   * @returns the processes that have lost their partitions
   */
  silent(rows: readonly WorkerHeartbeat[]): readonly WorkerHeartbeat[];
}

/** A process that did not beat for this long has lost its partitions. */
export const workerLifeMs = 3_000;

/**
 * Watches beats by this process's own monotonic clock, because the database's clock may be set
 * back. The database's clock gives only the age of a first beat, so that a start after a crash need
 * not wait. A first beat far in the future counts as silent. A wrong guess does no harm, because
 * the fences keep records from being written twice.
 */
export function createWorkerWatch(monotonicNow: () => number = () => performance.now()): WorkerWatch {
  let known: ReadonlyMap<string, { readonly beat: string; readonly since: number }> = new Map();

  return {
    silent: (rows) => {
      const now = monotonicNow();
      known = new Map(
        rows.map(({ id, beat, ageMs }) => {
          const before = known.get(id);
          if (before?.beat === beat) return [id, before];
          return [id, { beat, since: before === undefined ? now - ageAtFirst(ageMs) : now }];
        }),
      );
      return rows.filter(({ id }) => now - (known.get(id)?.since ?? now) > workerLifeMs);
    },
  };
}

function ageAtFirst(ageMs: number): number {
  return ageMs < -workerLifeMs ? Number.POSITIVE_INFINITY : Math.max(0, ageMs);
}
