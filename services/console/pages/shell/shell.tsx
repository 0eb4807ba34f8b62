import type { ReactNode } from 'react';
import { NavLink } from 'react-router';
import { pagePaths } from '../../page-paths.ts';
import { readPageSettings } from '../hub/page-settings.ts';
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
        <button type="button" className="icon-button" onClick={onForget} title="Forget the key of this tab">
          <span aria-hidden="true">⏻</span>
          <span className="hidden-text">Forget the key of this tab</span>
        </button>
      </header>
      {children}
    </div>
  );
}
