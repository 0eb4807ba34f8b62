import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { pagePaths } from '../../page-paths.ts';
import { guildPreviewAddress, previewParameter, sharingFragment } from '../common/account-address.ts';
import { Loading } from '../common/panel/panel.tsx';
import { accountName } from '../common/text/account-name.ts';
import { Name } from '../common/text/isolated-name.tsx';
import type { SharingPreview } from '../console-api/answers.ts';
import { useConsoleAnswer } from '../console-api/use-console-answer.ts';
import { useSession } from '../console-api/use-session.ts';
import { useAddressValue } from '../state/use-address-value.ts';
import { type AccountData, withCategories } from './account-sections.ts';

interface Props {
  readonly account: AccountData;
  /** The account with the data that is shown. */
  readonly children: (account: AccountData, isPreview: boolean) => ReactNode;
}

/** Shows an account as it is, or to its owner as every member of the guild sees it. */
export function GuildPreview({ account, children }: Props) {
  const [as] = useAddressValue(previewParameter.name, '');
  if (useSession() === null || as !== previewParameter.guild) return children(account, false);
  return <PreviewedAccount account={account}>{children}</PreviewedAccount>;
}

function PreviewedAccount({ account, children }: Props) {
  const { body, error } = useConsoleAnswer<SharingPreview>('me/preview');
  if (body === undefined) {
    return error === null ? <Loading /> : <p>The hub does not answer. This page asks again by itself.</p>;
  }
  const seen = body.accounts.find(({ id }) => id === account.id);
  if (seen === undefined) return children(account, false);
  return (
    <>
      <PreviewNotice others={body.accounts.filter((each) => each !== seen)} />
      {seen.categories.length === 0 ? (
        <p>
          The guild does not see the account <Name of={account.name} />.
        </p>
      ) : (
        children(withCategories(account, seen.categories), true)
      )}
    </>
  );
}

function PreviewNotice({ others }: { readonly others: SharingPreview['accounts'] }) {
  return (
    <section className="guild-preview row wrap" aria-label="View as a guild member">
      <span className="grow">
        <strong>This is what every member of the guild sees.</strong> Members whom you chose may see more.
      </span>
      {others.map((other) => (
        <Link key={other.id} className="button clip" to={guildPreviewAddress(other.id)}>
          <Name of={accountName(other)} />
        </Link>
      ))}
      <Link className="button primary" to={`${pagePaths.me}${sharingFragment}`}>
        Back to sharing
      </Link>
    </section>
  );
}
