import { pause } from '../../../shared/async/waiting.ts';
import type { RebuildProgress } from '../../../shared/projection/replay/rebuild/progress-meter.ts';
import type { JobProgress } from './jobs.ts';

const heartbeatEveryMs = 5_000;
const tellEveryMs = 1_000;

/** Beats every 5 s, and each second with new progress. A failed heartbeat is skipped. */
export function startJobHeartbeat(beat: (progress: JobProgress | null) => Promise<void>) {
  const stopping = new AbortController();
  let noted: RebuildProgress | null = null;

  async function keep(): Promise<void> {
    for (let beatAt = performance.now(); !stopping.signal.aborted; ) {
      await pause(tellEveryMs, stopping.signal);
      const isDue = performance.now() - beatAt >= heartbeatEveryMs;
      if (stopping.signal.aborted || (noted === null && !isDue)) continue;
      const progress = noted === null ? null : progressDocument(noted);
      noted = null;
      beatAt = performance.now();
      await beat(progress).catch(() => {});
    }
  }

  const keeping = keep();
  return {
    note: (progress: RebuildProgress): void => {
      noted = progress;
    },
    stop: (): Promise<void> => {
      stopping.abort();
      return keeping;
    },
  };
}

function progressDocument(progress: RebuildProgress): JobProgress {
  const { phase, names, events, share, eventsPerSecond, secondsLeft } = progress;
  return { phase, names, events, share, events_per_second: eventsPerSecond, seconds_left: secondsLeft };
}
