import { Link } from 'react-router';
import { pagePaths } from '../../page-paths.ts';

/** A page of members in a tab that reads with an API key. */
export function MembersOnlyPage() {
  return (
    <main id="content" className="page">
      <h1>This page is for members</h1>
      <p>
        This tab reads with an API key, which belongs to nobody here. “Forget key” above, then sign in with a
        link of your own.
      </p>
    </main>
  );
}

/** A page of admins, for a member who is none. */
export function AdminsOnlyPage() {
  return (
    <main id="content" className="page">
      <h1>This page is for admins</h1>
      <p>Only members whom an admin marked as one see it.</p>
      <p>
        <Link to={pagePaths.me}>To your own page</Link>
      </p>
    </main>
  );
}
