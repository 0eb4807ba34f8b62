import { QueryClientProvider } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useMemo, useState } from 'react';
import { Route, Routes } from 'react-router';
import { pagePaths } from '../page-paths.ts';
import { createReading } from './hub/reading.ts';
import { keepTabKey } from './hub/tab-key.ts';
import { createAnswerCache } from './hub/use-answer.ts';
import { ReadingContext } from './hub/use-reading.ts';
import { LivePage } from './live/live-page.tsx';
import { KeyForm } from './shell/key-form.tsx';
import { NoSuchPage } from './shell/no-such-page.tsx';
import { Shell } from './shell/shell.tsx';

const AccountPage = lazy(async () => ({ default: (await import('./account/account-page.tsx')).AccountPage }));
const EventsPage = lazy(async () => ({ default: (await import('./events/events-page.tsx')).EventsPage }));
const LeaderboardsPage = lazy(async () => ({
  default: (await import('./leaderboards/leaderboards-page.tsx')).LeaderboardsPage,
}));
const ComparePage = lazy(async () => ({ default: (await import('./compare/compare-page.tsx')).ComparePage }));

interface Props {
  readonly firstKey: string | null;
}

/** The pages of a hub, as the key of this tab may read them. */
export function App({ firstKey }: Props) {
  const [key, setKey] = useState(firstKey);
  const [refused, setRefused] = useState(false);
  const changeKey = (next: string | null) => {
    keepTabKey(sessionStorage, next);
    setRefused(false);
    setKey(next);
  };
  if (key === null) return <KeyForm onKey={changeKey} refused={refused} />;
  const onRefused = () => {
    changeKey(null);
    setRefused(true);
  };
  return <Pages key={key} hubKey={key} onRefused={onRefused} onForget={() => changeKey(null)} />;
}

interface PagesProps {
  readonly hubKey: string;
  readonly onRefused: () => void;
  readonly onForget: () => void;
}

/** Everything behind a key; another key begins anew, with nothing of what the last one read. */
function Pages({ hubKey, onRefused, onForget }: PagesProps) {
  const reading = useMemo(() => createReading(hubKey), [hubKey]);
  const [cache] = useState(createAnswerCache);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the handler is made anew with each render and does the same
  useEffect(() => {
    const ending = new AbortController();
    reading.run(ending.signal, onRefused);
    return () => ending.abort();
  }, [reading]);
  return (
    <QueryClientProvider client={cache}>
      <ReadingContext value={reading}>
        <Shell onForget={onForget}>
          <Suspense fallback={<main className="page" aria-busy="true" />}>
            <Routes>
              <Route path={pagePaths.live} element={<LivePage />} />
              <Route path={pagePaths.account} element={<AccountPage />} />
              <Route path={pagePaths.events} element={<EventsPage />} />
              <Route path={pagePaths.leaderboards} element={<LeaderboardsPage />} />
              <Route path={pagePaths.compare} element={<ComparePage />} />
              <Route path="*" element={<NoSuchPage />} />
            </Routes>
          </Suspense>
        </Shell>
      </ReadingContext>
    </QueryClientProvider>
  );
}
