import { useMemo } from 'react';
import { ReplayBar } from '../../map/trails/replay-bar.tsx';
import { spansOf } from '../../map/trails/replay-spans.ts';
import type { TrailMark } from '../../map/trails/trail-steps.ts';
import { useStore } from '../../read-api/use-hub.ts';
import type { Store } from '../../state/store.ts';

interface Props {
  readonly trails: readonly (readonly TrailMark[])[];
  readonly shown: Store<number | null>;
}

/** Shows those whose trails are on the map where they were, instead of everybody where they are. */
export function Replay({ trails, shown }: Props) {
  const replaying = useStore(shown) !== null;
  const spans = useMemo(() => spansOf(trails), [trails]);
  const [first] = spans;
  if (first === undefined && !replaying) return null;
  return (
    <div className="live-replay">
      <button
        type="button"
        className="chip"
        aria-pressed={replaying}
        onClick={() => shown.set(replaying ? null : (first?.from ?? null))}
      >
        {replaying ? 'Back to now' : 'Replay'}
      </button>
      {replaying && first !== undefined && <ReplayBar spans={spans} shown={shown} />}
    </div>
  );
}
