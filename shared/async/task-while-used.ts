import { type PeriodicTask, type PeriodicTaskOptions, startPeriodicTask } from './periodic-task.ts';

/** A periodic task that rests while nobody uses its data. */
export interface TaskWhileUsed extends PeriodicTask {
  /**
   * Notes a use, which ends a rest.
   * @returns false after a rest, until a run that began after the rest succeeds
   */
  noteUse(): boolean;
}

export interface TaskWhileUsedOptions extends Omit<PeriodicTaskOptions, 'isNeeded' | 'restsAfterSkip'> {
  /** The task rests when the last use is longer ago; requests do not wake it. */
  readonly restAfterMs: number;
}

export function startTaskWhileUsed({ restAfterMs, run, ...options }: TaskWhileUsedOptions): TaskWhileUsed {
  let usedAt = performance.now();
  let isResting = false;
  let isCurrent = true;

  const task = startPeriodicTask({
    ...options,
    isNeeded: () => {
      isResting = performance.now() - usedAt > restAfterMs;
      if (isResting) isCurrent = false;
      return !isResting;
    },
    restsAfterSkip: true,
    run: async () => {
      await run();
      isCurrent = true;
    },
  });

  return {
    ...task,
    noteUse: () => {
      usedAt = performance.now();
      if (isResting) void task.requestRun();
      return isCurrent;
    },
  };
}
