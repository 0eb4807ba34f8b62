import { Link } from 'react-router';
import { pagePaths } from '../../page-paths.ts';

/** Replaces a page for members in a tab with an API key. */
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

/** Replaces a page for admins when the member is no admin. */
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
