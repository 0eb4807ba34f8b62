import { accountName } from '../../common/text/account-name.ts';
import { allCategories, categoryNames } from '../../common/text/category-name.ts';
import { Name } from '../../common/text/isolated-name.tsx';
import type { SharingPreview } from '../../console-api/answers.ts';
import { useConsoleAnswer } from '../../console-api/use-console-answer.ts';

/**
 * Shows the member's own accounts as the guild sees them. Leaves out data that only chosen members
 * see.
 */
export function GuildPreview() {
  const { body, error } = useConsoleAnswer<SharingPreview>('me/preview');
  return (
    <section
      className="panel-body"
      aria-label="View as a guild member"
      aria-busy={body === undefined && error === null}
    >
      <h3>View as a guild member</h3>
      {error !== null && <p className="stale">The hub does not answer. This page asks again by itself.</p>}
      {body !== undefined && <PreviewList accounts={body.accounts} />}
    </section>
  );
}

function PreviewList({ accounts }: SharingPreview) {
  const seen = accounts.filter((account) => account.categories.length > 0);
  if (seen.length === 0) return <p>Nothing of your accounts is visible to the whole guild.</p>;
  return (
    <ul className="preview-list">
      {seen.map((account) => {
        const hidden = allCategories.filter((category) => !account.categories.includes(category));
        return (
          <li key={account.id}>
            <strong>
              <Name of={accountName(account)} />
            </strong>
            : {categoryNames(account.categories)}
            {hidden.length > 0 && <span className="dim"> – not {categoryNames(hidden)}</span>}
          </li>
        );
      })}
    </ul>
  );
}
