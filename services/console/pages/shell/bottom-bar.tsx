import { NavLink } from 'react-router';
import { pagePaths } from '../../page-paths.ts';
import { useSession } from '../console-api/use-session.ts';

/** With the lines of a picture, 24 units wide. */
const entries = [
  [pagePaths.guild, 'Guild', 'M4 20V10l8-6 8 6v10h-5v-6H9v6z'],
  [pagePaths.live, 'Map', 'M3 6l6-2 6 2 6-2v14l-6 2-6-2-6 2zM9 4v14M15 6v14'],
  [
    pagePaths.players,
    'Players',
    'M9 11a4 4 0 1 0 0-8 4 4 0 0 0 0 8M2 20c0-4 3-6 7-6s7 2 7 6M16 3a4 4 0 0 1 0 8M18 14c3 1 4 3 4 6',
  ],
  [pagePaths.leaderboards, 'Boards', 'M5 20v-8M12 20V4M19 20v-5'],
  [pagePaths.me, 'Me', 'M12 11a4 4 0 1 0 0-8 4 4 0 0 0 0 8M4 21c0-5 4-7 8-7s8 2 8 7'],
] as const;

/** In a narrow window. A key has no own page. */
export function BottomBar() {
  const session = useSession();
  return (
    <nav aria-label="Main pages" className="bottom-bar">
      {entries.map(
        ([path, title, lines]) =>
          (session !== null || path !== pagePaths.me) && (
            <NavLink key={path} to={path}>
              <svg viewBox="0 0 24 24" aria-hidden="true">
                <path d={lines} />
              </svg>
              {title}
            </NavLink>
          ),
      )}
    </nav>
  );
}
