import type { RebuildProgress } from '../../../shared/projection/replay/rebuild/progress-meter.ts';

export interface ProgressDisplay {
  show(progress: RebuildProgress): void;
  end(): void;
}

const barWidth = 24;
const lineEveryMs = 60_000;
const redrawEveryMs = 100;

/**
 * On a terminal, redraws a bar. Otherwise writes a line a minute, and the first and last line of
 * each phase.
 */
export function createProgressDisplay(stream: NodeJS.WriteStream): ProgressDisplay {
  let shownAt = Number.NEGATIVE_INFINITY;
  let phase = '';
  let isDrawn = false;

  return {
    show: (progress) => {
      const isNew = progress.phase !== phase;
      const everyMs = stream.isTTY ? redrawEveryMs : lineEveryMs;
      if (!isNew && performance.now() - shownAt < everyMs && progress.share < 1) return;
      phase = progress.phase;
      shownAt = performance.now();
      const line = progressLine(progress);
      isDrawn = stream.isTTY;
      // Cut to the terminal's width, because a wrapped line cannot be redrawn.
      stream.write(stream.isTTY ? `\r\u001b[K${line.slice(0, stream.columns - 1)}` : `${line}\n`);
    },
    end: () => {
      if (isDrawn) stream.write('\r\u001b[K');
    },
  };
}

function progressLine(progress: RebuildProgress): string {
  const { share, events, eventsPerSecond, secondsLeft, names, phase } = progress;
  const filled = Math.round(share * barWidth);
  const bar = `[${'#'.repeat(filled)}${'.'.repeat(barWidth - filled)}]`;
  const left = secondsLeft === null ? '' : `${duration(secondsLeft)} left  `;
  const doing = phase === 'indexing' ? 'indexes of ' : '';
  return (
    `${bar} ${String(Math.floor(share * 100)).padStart(3)}%  ${thousands(events)} events  ` +
    `${thousands(eventsPerSecond)}/s  ${left}${doing}${names.join(', ')}`
  );
}

export function thousands(value: number): string {
  return Math.round(value).toLocaleString('en');
}

/** The plural of `noun` takes an s. */
export function counted(number: number, noun: string): string {
  return `${thousands(number)} ${noun}${number === 1 ? '' : 's'}`;
}

function duration(seconds: number): string {
  return seconds < 120 ? `${seconds} s` : `${Math.round(seconds / 60)} min`;
}
