import { useEffect, useState } from 'react';
import { Segments } from '../../common/fields/segments.tsx';
import { exactTime } from '../../common/text/format.ts';
import { useStore } from '../../read-api/use-hub.ts';
import type { Store } from '../../state/store.ts';
import { type ReplaySpan, withinSpans, withoutIdleTime } from './replay-spans.ts';
import './replay-bar.css';

interface Props {
  /** When somebody was seen, in order; not empty. */
  readonly spans: readonly ReplaySpan[];
  /** The time that is shown, epoch ms; null before anybody moved the slider. */
  readonly shown: Store<number | null>;
}

const speeds = ['10×', '60×', '300×'] as const;
const frameMs = 50;

/** Moves the time that a map shows: by a slider, or by itself. */
export function ReplayBar({ spans, shown }: Props) {
  const at = useStore(shown);
  const [playing, setPlaying] = useState(false);
  const [speed, setSpeed] = useState<(typeof speeds)[number]>('60×');
  const [skipsIdle, setSkipsIdle] = useState(true);
  const [first, last] = [spans[0]?.from ?? 0, spans.at(-1)?.to ?? 0];
  const current = withinSpans(spans, at ?? last);
  // Another range has other spans: at a time that is in none of them nobody stands on the map.
  useEffect(() => {
    if (at !== null && at !== current) shown.set(current);
  }, [at, current, shown]);
  useEffect(() => {
    if (!playing) return;
    const timer = setInterval(() => {
      const next = withinSpans(spans, shown.get() ?? first) + frameMs * Number.parseInt(speed, 10);
      const reached = Math.min(last, skipsIdle ? withoutIdleTime(spans, next) : next);
      shown.set(reached);
      if (reached === last) setPlaying(false);
    }, frameMs);
    return () => clearInterval(timer);
  }, [playing, speed, skipsIdle, shown, spans, first, last]);
  const play = () => {
    if (current === last) shown.set(first);
    setPlaying(!playing);
  };
  return (
    <div className="replay-bar">
      <div className="row">
        <button type="button" className="icon-button" onClick={play} aria-label={playing ? 'Pause' : 'Play'}>
          {playing ? '❚❚' : '▶'}
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
        <Segments label="Speed" choices={speeds} chosen={speed} onChoose={setSpeed} />
        <label className="row">
          <input
            type="checkbox"
            checked={skipsIdle}
            onChange={({ target }) => setSkipsIdle(target.checked)}
          />
          Skip idle time
        </label>
      </div>
    </div>
  );
}
