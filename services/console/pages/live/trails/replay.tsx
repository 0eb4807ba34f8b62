import { useMemo } from 'react';
import { ReplayBar } from '../../map/trails/replay-bar.tsx';
import { mergeReplaySpans } from '../../map/trails/replay-spans.ts';
import type { TrailPosition } from '../../map/trails/trail-parts.ts';
import type { Store } from '../../state/store.ts';
import { useCloseByEscape } from '../close-by-escape.ts';

interface Props {
  readonly trails: readonly (readonly TrailPosition[])[];
  readonly shown: Store<number | null>;
  readonly isReplaying: boolean;
}

export function Replay({ trails, shown, isReplaying }: Props) {
  useCloseByEscape(isReplaying, () => shown.set(null));
  const spans = useMemo(() => mergeReplaySpans(trails), [trails]);
  const [first] = spans;
  if (first === undefined && !isReplaying) return null;
  return (
    <div className="live-replay">
      <button
        type="button"
        className="chip"
        aria-pressed={isReplaying}
        onClick={() => shown.set(isReplaying ? null : (first?.from ?? null))}
      >
        {isReplaying ? 'Back to now' : 'Replay'}
      </button>
      {isReplaying && <p className="dim small">Only players with a trail. The lists show now.</p>}
      {isReplaying && first !== undefined && <ReplayBar spans={spans} shown={shown} />}
    </div>
  );
}
