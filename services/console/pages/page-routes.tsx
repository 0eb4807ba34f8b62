import { type ComponentType, Suspense } from 'react';
import { Route, Routes, useLocation } from 'react-router';
import { pagePaths } from '../page-paths.ts';
import { lazyPart } from './common/lazy-part.tsx';
import { useSession } from './console-api/use-session.ts';
import { LivePage } from './live/live-page.tsx';
import { LoadingPage } from './shell/loading-page.tsx';
import { AdminsOnlyPage, MembersOnlyPage } from './shell/no-access-pages.tsx';
import { NoSuchPage } from './shell/no-such-page.tsx';
import { PageErrorBoundary } from './shell/page-error-boundary.tsx';
import { usePageFocus } from './shell/use-page-focus.ts';

const AccountPage = lazyPage(async () => (await import('./account/account-page.tsx')).AccountPage);
const EventsPage = lazyPage(async () => (await import('./events/events-page.tsx')).EventsPage);
const LeaderboardsPage = lazyPage(
  async () => (await import('./leaderboards/leaderboards-page.tsx')).LeaderboardsPage,
);
const ComparePage = lazyPage(async () => (await import('./compare/compare-page.tsx')).ComparePage);
const OwnPage = lazyPage(async () => (await import('./me/own-page.tsx')).OwnPage);
const AdminPages = lazyPage(async () => (await import('./admin/admin-pages.tsx')).AdminPages);

function lazyPage(load: () => Promise<ComponentType>) {
  return lazyPart(load, <LoadingPage />);
}

export function PageRoutes() {
  const session = useSession();
  const { pathname } = useLocation();
  usePageFocus();
  const own = session === null ? <MembersOnlyPage /> : <OwnPage />;
  const admin =
    session === null ? <MembersOnlyPage /> : session.member.is_admin ? <AdminPages /> : <AdminsOnlyPage />;
  return (
    <PageErrorBoundary at={pathname}>
      <Suspense fallback={<LoadingPage />}>
        <Routes>
          <Route path={pagePaths.live} element={<LivePage />} />
          <Route path={pagePaths.account} element={<AccountPage />} />
          <Route path={pagePaths.events} element={<EventsPage />} />
          <Route path={pagePaths.leaderboards} element={<LeaderboardsPage />} />
          <Route path={pagePaths.compare} element={<ComparePage />} />
          <Route path={pagePaths.me} element={own} />
          <Route path={pagePaths.signIn} element={own} />
          <Route path="/admin/*" element={admin} />
          <Route path="*" element={<NoSuchPage />} />
        </Routes>
      </Suspense>
    </PageErrorBoundary>
  );
}
