import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Link, NavLink, useLocation } from 'react-router';
import { pagePaths } from '../../page-paths.ts';
import { readPageSettings } from '../browser/page-settings.ts';
import { TimeAgo, useNow } from '../common/text/time-ago.tsx';
import { useSession } from '../console-api/use-session.ts';
import { useIsLoaded, useReadApi, useStore } from '../read-api/use-read-api.ts';
import { awayText } from './away-text.ts';
import { BottomBar } from './bottom-bar.tsx';
import { ConnectionWarning } from './connection-warning.tsx';
import { SiteSearch } from './site-search.tsx';
import { ThemeSwitch } from './theme-switch.tsx';
import './shell.css';

const links = [
  [pagePaths.guild, 'Guild'],
  [pagePaths.live, 'Map'],
  [pagePaths.players, 'Players'],
  [pagePaths.events, 'Events'],
  [pagePaths.leaderboards, 'Leaderboards'],
  [pagePaths.items, 'Items'],
  [pagePaths.competitions, 'Competitions'],
  [pagePaths.compare, 'Compare'],
] as const;

interface Props {
  readonly children: ReactNode;
  readonly userControls: ReactNode;
}

export function Shell({ children, userControls }: Props) {
  const session = useSession();
  const { isOpen, toggle, head } = useMenu();
  return (
    <div className="shell">
      <a className="skip-link" href="#content">
        Skip to the page
      </a>
      <header className="shell-head" ref={head}>
        <div className="shell-bar">
          <NavLink to={pagePaths.start} className="hub-name clip" title={readPageSettings().hubName}>
            {readPageSettings().hubName}
          </NavLink>
          <button
            type="button"
            className="menu-button"
            aria-expanded={isOpen}
            aria-controls="shell-menu"
            onClick={toggle}
          >
            Menu
          </button>
          <div id="shell-menu" className={isOpen ? 'shell-menu open' : 'shell-menu'}>
            <nav aria-label="Pages" className="shell-nav">
              {links.map(([path, title]) => (
                <NavLink key={path} to={path} end>
                  {title}
                </NavLink>
              ))}
              {session?.member.is_admin === true && <AdminLink />}
            </nav>
            <search className="site-search">
              <SiteSearch />
            </search>
            <div className="shell-user row">{userControls}</div>
          </div>
          <ThemeSwitch />
        </div>
        <HubStatus />
      </header>
      {session?.private === false && (
        <div className="hub-away">
          <ConnectionWarning />
        </div>
      )}
      {children}
      <BottomBar />
    </div>
  );
}

function AdminLink() {
  const { pathname } = useLocation();
  const here = pathname.startsWith('/admin/');
  return (
    <Link to={pagePaths.adminMembers} aria-current={here ? 'page' : undefined}>
      Admin
    </Link>
  );
}

/** A new page, Escape, or a press outside closes the menu. */
function useMenu() {
  const [isOpen, setIsOpen] = useState(false);
  const head = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page is what closes it
  useEffect(() => setIsOpen(false), [pathname]);
  useEffect(() => {
    if (!isOpen) return;
    const close = (event: Event) => {
      const isOutside = event.target instanceof Node && !head.current?.contains(event.target);
      if (event instanceof KeyboardEvent ? event.key === 'Escape' : isOutside) setIsOpen(false);
    };
    addEventListener('keydown', close);
    addEventListener('pointerdown', close);
    return () => {
      removeEventListener('keydown', close);
      removeEventListener('pointerdown', close);
    };
  }, [isOpen]);
  return { isOpen, toggle: () => setIsOpen(!isOpen), head };
}

/** Only the sentence is announced, because the time keeps changing. */
function HubStatus() {
  const status = useStore(useReadApi().status);
  const text = awayText(status, useNow(status?.state === 'away'));
  const isLoaded = useIsLoaded();
  return (
    <div className={text === null ? undefined : 'hub-away'}>
      {/* Always rendered, because screen readers announce only changes of an existing region. */}
      <span role="status">{text}</span>
      {text !== null && status?.state === 'away' && (
        <>
          {' '}
          {isLoaded ? 'The data is from ' : 'No data yet.'}
          {isLoaded && <TimeAgo at={status.since} />}
        </>
      )}
    </div>
  );
}
