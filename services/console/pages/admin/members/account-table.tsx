import { useState } from 'react';
import { DataTable } from '../../common/table/data-table.tsx';
import { accountName } from '../../common/text/account-name.ts';
import { allCategories, categoryNames } from '../../common/text/category-name.ts';
import { TimeAgo } from '../../common/text/time-ago.tsx';
import type { GuildAccount, MemberData } from '../admin-answers.ts';
import { AccountEditor } from './account-editor.tsx';

interface Props {
  readonly accounts: readonly GuildAccount[];
  readonly members: readonly MemberData[];
  /** Receives the result text, because the row of the account disappears. */
  readonly onErased: (text: string) => void;
}

export function AccountTable({ accounts, members, onErased }: Props) {
  const [editedId, setEditedId] = useState<string | null>(null);
  const active = members.filter(({ status }) => status === 'active');
  return (
    <DataTable
      label="Accounts"
      rows={accounts}
      keyOf={({ id }) => id}
      columns={[
        { title: 'Name', cell: (account) => accountName(account) },
        { title: 'Owner', cell: ({ owner }) => owner ?? <span className="stale">nobody</span> },
        { title: 'Also reported by', cell: ({ contributors }) => contributors.join(', ') || '–' },
        { title: 'First seen', cell: ({ first_seen: at }) => <TimeAgo at={at} /> },
        { title: 'Not for the guild', cell: ({ sharing }) => notShared(sharing) || '–' },
      ]}
      actions={({ id, name }) => (
        <button
          type="button"
          aria-label={`Change the account ${accountName({ id, name })}`}
          aria-expanded={id === editedId}
          onClick={() => setEditedId(id === editedId ? null : id)}
        >
          Change
        </button>
      )}
      below={(account) =>
        account.id === editedId ? (
          <AccountEditor
            account={account}
            members={active}
            onEnd={() => setEditedId(null)}
            onErased={onErased}
          />
        ) : null
      }
      textOf={({ name, owner }) => `${name ?? ''} ${owner ?? ''}`}
      whenEmpty="No account yet: the first report of a paired plugin brings one."
    />
  );
}

function notShared(sharing: GuildAccount['sharing']): string {
  return categoryNames(allCategories.filter((category) => sharing[category].audience !== 'guild'));
}
