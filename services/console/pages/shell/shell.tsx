import type { ReactNode } from 'react';
import { NavLink } from 'react-router';
import { pagePaths } from '../../page-paths.ts';
import { TimeAgo } from '../common/time-ago.tsx';
import { readPageSettings } from '../hub/page-settings.ts';
import { useReading, useStore } from '../hub/use-reading.ts';
import { ThemeSwitch } from './theme-switch.tsx';
import './shell.css';

const links = [
  [pagePaths.live, 'Live'],
  [pagePaths.events, 'Events'],
  [pagePaths.leaderboards, 'Leaderboards'],
  [pagePaths.compare, 'Compare'],
] as const;

interface Props {
  readonly children: ReactNode;
  /** Takes the key out of the tab. */
  readonly onForget: () => void;
}

/** What surrounds every page: the hub's name, the way to the other pages, the colours, the key. */
export function Shell({ children, onForget }: Props) {
  return (
    <div className="shell">
      <a className="skip-link" href="#content">
        Skip to the page
      </a>
      <header className="shell-head">
        <NavLink to={pagePaths.live} className="hub-name clip">
          {readPageSettings().hubName}
        </NavLink>
        <nav aria-label="Pages" className="shell-nav">
          {links.map(([path, title]) => (
            <NavLink key={path} to={path} end>
              {title}
            </NavLink>
          ))}
        </nav>
        <ThemeSwitch />
        <button type="button" className="chip" onClick={onForget} title="Forget the key of this tab">
          Forget key
        </button>
      </header>
      <HubStatus />
      {children}
    </div>
  );
}

/** Says on every page when the hub does not answer, and since when what is shown is old. */
function HubStatus() {
  const status = useStore(useReading().status);
  if (status === null || status.state === 'live') return null;
  return (
    <p className="hub-away" role="status">
      The hub does not answer. What you see is as of <TimeAgo at={status.since} />; it is asked again by
      itself.
    </p>
  );
}
