import { useEffect, useState } from 'react';
import { SegmentedControl } from '../../common/fields/segmented-control.tsx';
import { exactTime } from '../../common/text/format.ts';
import { useStore } from '../../read-api/use-read-api.ts';
import type { Store } from '../../state/store.ts';
import { clampToSpans, type ReplaySpan, skipIdleTime } from './replay-spans.ts';
import './replay-bar.css';

interface Props {
  /** In order and not empty. */
  readonly spans: readonly ReplaySpan[];
  /** The replayed time, epoch ms; null before the slider was moved. */
  readonly shown: Store<number | null>;
}

const speeds = ['10×', '60×', '300×'] as const;
const frameMs = 50;

export function ReplayBar({ spans, shown }: Props) {
  const at = useStore(shown);
  const [isPlaying, setIsPlaying] = useState(false);
  const [speed, setSpeed] = useState<(typeof speeds)[number]>('60×');
  const [isSkippingIdle, setIsSkippingIdle] = useState(true);
  const [first, last] = [spans[0]?.from ?? 0, spans.at(-1)?.to ?? 0];
  const current = clampToSpans(spans, at ?? last);
  // A new range has new spans. The map is empty at a time outside of the spans.
  useEffect(() => {
    if (at !== null && at !== current) shown.set(current);
  }, [at, current, shown]);
  useEffect(() => {
    if (!isPlaying) return;
    const timer = setInterval(() => {
      const next = clampToSpans(spans, shown.get() ?? first) + frameMs * Number.parseInt(speed, 10);
      const reached = Math.min(last, isSkippingIdle ? skipIdleTime(spans, next) : next);
      shown.set(reached);
      if (reached === last) setIsPlaying(false);
    }, frameMs);
    return () => clearInterval(timer);
  }, [isPlaying, speed, isSkippingIdle, shown, spans, first, last]);
  const play = () => {
    if (current === last) shown.set(first);
    setIsPlaying(!isPlaying);
  };
  return (
    <div className="replay-bar">
      <div className="row">
        <button
          type="button"
          className="icon-button"
          onClick={play}
          aria-label={isPlaying ? 'Pause' : 'Play'}
        >
          {isPlaying ? '❚❚' : '▶'}
        </button>
        <input
          type="range"
          className="grow"
          aria-label="Time"
          aria-valuetext={exactTime(current)}
          min={first}
          max={last}
          step={1_000}
          value={current}
          onChange={({ target }) => shown.set(Number(target.value))}
        />
      </div>
      <div className="row wrap small">
        <time className="grow number" dateTime={new Date(current).toISOString()}>
          {exactTime(current)}
        </time>
        <SegmentedControl label="Speed" choices={speeds} chosen={speed} onChoose={setSpeed} />
        <label className="row">
          <input
            type="checkbox"
            checked={isSkippingIdle}
            onChange={({ target }) => setIsSkippingIdle(target.checked)}
          />
          Skip idle time
        </label>
      </div>
    </div>
  );
}
