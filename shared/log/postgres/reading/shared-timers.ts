/** Timers of the monotonic clock. Waiters for the same time continue together. */
export interface SharedTimers {
  set(at: number, onTime: () => void): void;
  /** Must also be called after `onTime` was called. */
  clear(at: number, onTime: () => void): void;
}

interface SharedTimer {
  timer: NodeJS.Timeout;
  readonly calls: Set<() => void>;
}

export function createSharedTimers(): SharedTimers {
  const timers = new Map<number, SharedTimer>();

  function newTimer(at: number): SharedTimer {
    const startTimer = () => setTimeout(fire, Math.ceil(at - performance.now()));
    const fire = () => {
      // Timers count from the start of the event loop's turn, so a timer may fire early.
      if (performance.now() < at) shared.timer = startTimer();
      else for (const call of shared.calls) call();
    };
    const shared: SharedTimer = { timer: startTimer(), calls: new Set() };
    timers.set(at, shared);
    return shared;
  }

  return {
    set: (at, onTime) => void (timers.get(at) ?? newTimer(at)).calls.add(onTime),
    clear: (at, onTime) => {
      const shared = timers.get(at);
      shared?.calls.delete(onTime);
      if (shared?.calls.size !== 0) return;
      clearTimeout(shared.timer);
      timers.delete(at);
    },
  };
}
