/** Timers for moments of the monotonic clock; who waits for the same moment shares one, and goes on with the others. */
export interface SharedAlarms {
  set(at: number, ring: () => void): void;
  /** Needed after it rang, too. */
  clear(at: number, ring: () => void): void;
}

interface Alarm {
  timer: NodeJS.Timeout;
  readonly rings: Set<() => void>;
}

export function createSharedAlarms(): SharedAlarms {
  /** By their time. */
  const alarms = new Map<number, Alarm>();

  function newAlarm(at: number): Alarm {
    const startTimer = () => setTimeout(goOff, Math.ceil(at - performance.now()));
    const goOff = () => {
      // Timers count from the start of the loop's turn, so one may fire early.
      if (performance.now() < at) alarm.timer = startTimer();
      else for (const ring of alarm.rings) ring();
    };
    const alarm: Alarm = { timer: startTimer(), rings: new Set() };
    alarms.set(at, alarm);
    return alarm;
  }

  return {
    set: (at, ring) => void (alarms.get(at) ?? newAlarm(at)).rings.add(ring),
    clear: (at, ring) => {
      const alarm = alarms.get(at);
      alarm?.rings.delete(ring);
      if (alarm?.rings.size !== 0) return;
      clearTimeout(alarm.timer);
      alarms.delete(at);
    },
  };
}
