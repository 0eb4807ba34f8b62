/** Another process that projects, as its row shows it now. */
export interface WorkerHeartbeat {
  readonly id: string;
  /** The last beat: a text that changes with each beat, and has no other meaning here. */
  readonly beat: string;
  /**
   * Age of the last beat by the database's clock; below 0 when this clock was set back since then.
   */
  readonly ageMs: number;
}

/** Finds the processes that have fallen silent. */
export interface WorkerWatch {
  /**
   * Takes the current rows of all other processes.
   * @returns the processes that have lost their partitions
   */
  silent(rows: readonly WorkerHeartbeat[]): readonly WorkerHeartbeat[];
}

/** A process that did not beat for this long has lost its partitions. */
export const workerLifeMs = 3_000;

/**
 * Watches beats by this process's own monotonic clock: a process is silent when its beat has not
 * changed for `workerLifeMs`. The database's clock may be set back. By this clock, a killed process
 * would then count as alive for too long, and its successor would own nothing. The database's clock
 * is used only for a process that is seen for the first time: it gives the age of the beat. So a
 * process that starts after a crash need not wait the whole time. A beat far in the future says
 * nothing and counts as silent: a living process beats again within a second. A wrong guess does no
 * harm, because the fences of the partitions keep records from being written twice.
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
