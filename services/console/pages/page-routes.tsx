import { Component, type ComponentType, type ReactNode, Suspense, useEffect, useRef } from 'react';
import { Link, Navigate, Route, Routes, useLocation, useNavigationType } from 'react-router';
import { pagePaths } from '../page-paths.ts';
import { focusNonInteractive, isFocusLost } from './browser/focus.ts';
import { lazyPart } from './common/lazy-part.tsx';
import { useSession } from './console-api/use-session.ts';
import { LivePage } from './live/live-page.tsx';
import { useIsHubAway } from './read-api/use-read-api.ts';
import { LoadingPage } from './shell/loading-page.tsx';
import { NoSuchPage } from './shell/no-such-page.tsx';

const GuildPage = lazyPage(async () => (await import('./guild/guild-page.tsx')).GuildPage);
const PlayersPage = lazyPage(async () => (await import('./players/players-page.tsx')).PlayersPage);
const AccountPage = lazyPage(async () => (await import('./account/account-page.tsx')).AccountPage);
const EventsPage = lazyPage(async () => (await import('./events/events-page.tsx')).EventsPage);
const LeaderboardsPage = lazyPage(
  async () => (await import('./leaderboards/leaderboards-page.tsx')).LeaderboardsPage,
);
const CompetitionsPage = lazyPage(
  async () => (await import('./competitions/competitions-page.tsx')).CompetitionsPage,
);
const CompetitionPage = lazyPage(
  async () => (await import('./competitions/competition-page.tsx')).CompetitionPage,
);
const ItemsPage = lazyPage(async () => (await import('./items/items-page.tsx')).ItemsPage);
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
          <Route path={pagePaths.start} element={<StartPage />} />
          <Route path={pagePaths.guild} element={<GuildPage />} />
          <Route path={pagePaths.live} element={<LivePage />} />
          <Route path={pagePaths.players} element={<PlayersPage />} />
          <Route path={`${pagePaths.account}/:tab?`} element={<AccountPage />} />
          <Route path={pagePaths.events} element={<EventsPage />} />
          <Route path={pagePaths.leaderboards} element={<LeaderboardsPage />} />
          <Route path={pagePaths.competitions} element={<CompetitionsPage />} />
          <Route path={pagePaths.competition} element={<CompetitionPage />} />
          <Route path={pagePaths.items} element={<ItemsPage />} />
          <Route path={pagePaths.compare} element={<ComparePage />} />
          <Route path={pagePaths.me} element={own} />
          <Route path={pagePaths.signIn} element={<StartPage />} />
          <Route path="/admin/*" element={admin} />
          <Route path="*" element={<NoSuchPage />} />
        </Routes>
      </Suspense>
    </PageErrorBoundary>
  );
}

/** Members start at the guild, or pair a plugin first. Addresses of the map used to be `/?at=…`. */
function StartPage() {
  const session = useSession();
  const { search } = useLocation();
  const home = session?.has_accounts === false ? pagePaths.me : pagePaths.guild;
  const isMap = session === null || search !== '';
  return <Navigate to={isMap ? pagePaths.live + search : home} replace />;
}

/**
 * When the followed link disappears with the old page, the keyboard would start above the header,
 * and screen readers would stay silent.
 */
function usePageFocus(): void {
  const { pathname } = useLocation();
  const navigation = useNavigationType();
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    const page = document.getElementById('content');
    // A tab of the page stays where the viewer pressed it.
    if (navigation === 'PUSH' && page?.contains(document.activeElement) !== true) scrollTo(0, 0);
    // Back and forward restore the scroll position.
    if (navigation !== 'REPLACE' && isFocusLost())
      focusNonInteractive(page?.querySelector('h1') ?? page, { preventScroll: navigation === 'POP' });
  }, [pathname, navigation]);
}

function MembersOnlyPage() {
  return (
    <main id="content" className="page">
      <h1>This page is for members</h1>
      <p>
        This tab reads with an API key, and no member is signed in. Press “Forget key” above, then sign in
        with a link of your own.
      </p>
    </main>
  );
}

function AdminsOnlyPage() {
  return (
    <main id="content" className="page">
      <h1>This page is for admins</h1>
      <p>An admin can make you an admin too.</p>
      <p>
        <Link to={pagePaths.me}>Go to your own page</Link>
      </p>
    </main>
  );
}

interface Props {
  /** A change of the address shows the page again. */
  readonly at: string;
  readonly children: ReactNode;
}

/** The navigation stays. React offers no hook for this. */
class PageErrorBoundary extends Component<Props, { readonly failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidUpdate(before: Props) {
    if (this.state.failed && before.at !== this.props.at) this.tryAgain();
  }

  readonly tryAgain = () => this.setState({ failed: false });

  override render() {
    return this.state.failed ? <FailedPageNotice onHubBack={this.tryAgain} /> : this.props.children;
  }
}

function FailedPageNotice({ onHubBack }: { readonly onHubBack: () => void }) {
  const isAway = useIsHubAway();
  const wasAway = useRef(isAway);
  useEffect(() => {
    if (wasAway.current && !isAway) onHubBack();
    wasAway.current = isAway;
  }, [isAway, onHubBack]);
  if (isAway) return <LoadingPage />;
  return (
    <main id="content" className="page">
      <h1>This page failed</h1>
      <p>
        The hub may be of another release than the page.{' '}
        <button type="button" onClick={() => location.reload()}>
          Load it again
        </button>
      </p>
    </main>
  );
}
