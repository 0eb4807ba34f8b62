import { type ComponentType, lazy, type ReactNode, useEffect, useState } from 'react';
import { fetchMissingStyles } from '../browser/missing-styles.ts';
import { useIsHubAway, useStore } from '../read-api/use-read-api.ts';
import { createStore } from '../state/store.ts';

const triesMax = 4;
const pauseMaxMs = 15_000;

/**
 * `React.lazy` alone keeps a failure until the tab is closed. This part tries again with growing
 * pauses, and throws when the hub answers and the code still fails to load.
 * @param waiting shown while the part loads
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

  function RetriedPart(props: Props) {
    const Part = useStore(loaded);
    const isAway = useIsHubAway();
    if (Part !== null) return <Part {...props} />;
    // The key resets the failures: failures while the hub is away do not mean missing code.
    return (
      <LoadAgain key={isAway ? 'away' : 'live'} ask={ask} triesMax={isAway ? null : triesMax}>
        {waiting}
      </LoadAgain>
    );
  }

  return lazy(async () => ({ default: await loadWhole().catch(() => RetriedPart) }));
}

interface LoadAgainProps {
  readonly ask: () => Promise<void>;
  /** Null tries as long as the part is shown. */
  readonly triesMax: number | null;
  readonly children: ReactNode;
}

function LoadAgain({ ask, triesMax, children }: LoadAgainProps) {
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
