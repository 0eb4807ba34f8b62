import { useMemo } from 'react';
import { ReplayBar } from '../../map/trails/replay-bar.tsx';
import { mergeReplaySpans } from '../../map/trails/replay-spans.ts';
import type { TrailPosition } from '../../map/trails/trail-parts.ts';
import { useStore } from '../../read-api/use-read-api.ts';
import type { Store } from '../../state/store.ts';

interface Props {
  readonly trails: readonly (readonly TrailPosition[])[];
  readonly shown: Store<number | null>;
}

export function Replay({ trails, shown }: Props) {
  const isReplaying = useStore(shown) !== null;
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
      {isReplaying && first !== undefined && <ReplayBar spans={spans} shown={shown} />}
    </div>
  );
}
