import type { Chunk } from './read-ahead.ts';

/** The progress of a rebuild, or of a copy of the log. */
export interface RebuildProgress {
  readonly phase: 'reading' | 'indexing';
  /** Projections or streams. */
  readonly names: readonly string[];
  /** Records read by this call. */
  readonly events: number;
  /** 0 to 1, of the offsets that were ahead at the start. */
  readonly share: number;
  readonly eventsPerSecond: number;
  /** Null while `share` is 0. */
  readonly secondsLeft: number | null;
}

export interface ProgressMeter {
  /** Starts with another total. */
  begin(offsets: number): void;
  read(names: readonly string[], chunk: Pick<Chunk, 'records' | 'offsets'>): void;
  indexing(names: readonly string[]): void;
}

/** @param total the number of offsets to read; 0 until `begin` */
export function createProgressMeter(
  onProgress: (progress: RebuildProgress) => void,
  total = 0,
): ProgressMeter {
  let startedAt = performance.now();
  let events = 0;
  let offsets = 0;

  function tell(phase: RebuildProgress['phase'], names: readonly string[]): void {
    const seconds = Math.max((performance.now() - startedAt) / 1_000, 0.001);
    const share = total === 0 ? 1 : Math.min(1, offsets / total);
    onProgress({
      phase,
      names,
      events,
      share,
      eventsPerSecond: Math.round(events / seconds),
      secondsLeft: share === 0 ? null : Math.ceil((seconds / share) * (1 - share)),
    });
  }

  return {
    begin: (toRead) => {
      startedAt = performance.now();
      total = toRead;
    },
    read: (names, chunk) => {
      events += chunk.records;
      offsets += chunk.offsets;
      tell('reading', names);
    },
    indexing: (names) => tell('indexing', names),
  };
}
