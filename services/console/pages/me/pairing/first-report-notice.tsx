import { Link } from 'react-router';
import { pagePaths } from '../../../page-paths.ts';
import { categoryNames } from '../../common/text/category-name.ts';
import type { PairingAnswer } from '../../console-api/answers.ts';

/** Shows the first report of a new device. */
export function FirstReport({ state: { accounts, categories } }: { readonly state: PairingAnswer }) {
  if (accounts.length === 0) {
    return <p>Its first report is there, of an account whose owner does not share with you what it says.</p>;
  }
  const names = accounts.map(({ id, name }) => name ?? id);
  return (
    <p>
      It reports: <strong>{names.join(', ')}</strong>
      {categories.length > 0 && ` with ${categoryNames(categories)}`}.{' '}
      <Link to={pagePaths.live}>See it on the map</Link>, and choose below who else may.
    </p>
  );
}
