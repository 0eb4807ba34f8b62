import { Link } from 'react-router';
import { pagePaths } from '../../page-paths.ts';

export function MembersOnlyPage() {
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

export function AdminsOnlyPage() {
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
