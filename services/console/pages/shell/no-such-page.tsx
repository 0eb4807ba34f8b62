import { Link } from 'react-router';
import { pagePaths } from '../../page-paths.ts';

export function NoSuchPage() {
  return (
    <main id="content" className="page">
      <h1>There is no such page</h1>
      <p>
        <Link to={pagePaths.live}>Go to the live map</Link>
      </p>
    </main>
  );
}
