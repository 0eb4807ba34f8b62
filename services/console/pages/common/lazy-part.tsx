import { type ComponentType, lazy, type ReactNode, useEffect, useState } from 'react';
import { fetchMissingStyles } from '../browser/missing-styles.ts';
import { useIsHubAway, useStore } from '../read-api/use-read-api.ts';
import { createStore } from '../state/store.ts';

const triesMax = 4;
const pauseMaxMs = 15_000;

/**
 * A part of the pages whose code is fetched when it is first shown, within a `Suspense`. `React.lazy` alone keeps a failure for
 * as long as the tab is open; this asks again with growing pauses, and when the hub is back. Where the hub answers and the code
 * still does not come, the part throws, for `FailedPage`.
 * @param waiting what stands in its place meanwhile
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  waiting: ReactNode,
) {
  const loaded = createStore<ComponentType<Props> | null>(null);
  const loadWhole = async () => {
    const part = await load();
    await fetchMissingStyles();
    return part;
  };
  const ask = async () => loaded.set(await loadWhole());

  function AskedForAgain(props: Props) {
    const Part = useStore(loaded);
    const isAway = useIsHubAway();
    if (Part !== null) return <Part {...props} />;
    // Another key forgets the failures: those of the time without a hub say nothing about its release.
    return (
      <AskAgain key={isAway ? 'away' : 'live'} ask={ask} triesMax={isAway ? null : triesMax}>
        {waiting}
      </AskAgain>
    );
  }

  return lazy(async () => ({ default: await loadWhole().catch(() => AskedForAgain) }));
}

interface AskAgainProps {
  readonly ask: () => Promise<void>;
  /** Null asks for as long as it is shown. */
  readonly triesMax: number | null;
  readonly children: ReactNode;
}

/** @throws Error after the last try */
function AskAgain({ ask, triesMax, children }: AskAgainProps) {
  const [failures, setFailures] = useState(0);
  useEffect(() => {
    let isLeft = false;
    const onFailure = () => {
      if (!isLeft) setFailures(failures + 1);
    };
    const timer = setTimeout(() => ask().catch(onFailure), Math.min(pauseMaxMs, 1_000 * 2 ** failures));
    return () => {
      isLeft = true;
      clearTimeout(timer);
    };
  }, [ask, failures]);
  if (triesMax !== null && failures >= triesMax)
    throw new Error('the code of a part of the page does not come');
  return children;
}
