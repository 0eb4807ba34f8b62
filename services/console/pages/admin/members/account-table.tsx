import { useState } from 'react';
import { useFocusOnOpen } from '../../browser/focus.ts';
import { useEscape } from '../../browser/use-escape.ts';
import { CommandButton } from '../../commands/command-button.tsx';
import { TypedCommand } from '../../commands/typed-command.tsx';
import { nameColumn, namesColumn, timeColumn, unlessObvious } from '../../common/table/columns.tsx';
import { type Column, DataTable } from '../../common/table/data-table.tsx';
import { AccountLink } from '../../common/text/account-link.tsx';
import { accountName, isolateName } from '../../common/text/account-name.ts';
import { categoriesWithDefault, categoryNames } from '../../common/text/category-name.ts';
import { erasedText } from '../../common/text/erased-text.ts';
import { exactAmount } from '../../common/text/format.ts';
import { Name } from '../../common/text/isolated-name.tsx';
import type { ErasureAnswer } from '../../console-api/answers.ts';
import type { CorrectionAnswer, GuildAccount, MemberData } from '../admin-answers.ts';
import { BlockForm, OwnerForm } from './account-forms.tsx';

interface Props {
  readonly accounts: readonly GuildAccount[];
  readonly members: readonly MemberData[];
  /** Receives the result text, because the row of the account disappears. */
  readonly onErased: (text: string) => void;
}

export function AccountTable({ accounts, members, onErased }: Props) {
  const [editedId, setEditedId] = useState<string | null>(null);
  const reportedAt = new Map<string | null, string | null>(
    members.map(({ name, last_report_at: at }) => [name, at]),
  );
  const active = members.filter(({ status }) => status === 'active');
  return (
    <DataTable
      label="Accounts"
      rows={accounts}
      keyOf={({ id }) => id}
      columns={[
        { ...nameColumn('Name', accountName), isMain: true, cell: linkOf },
        ownerColumn,
        timeColumn<GuildAccount>('Owner’s last report', ({ owner }) => reportedAt.get(owner) ?? null),
        unlessObvious(contributorsColumn, accounts, ({ contributors }) => contributors.length === 0),
        timeColumn<GuildAccount>('First seen', ({ first_seen: at }) => at),
        unlessObvious(sharingColumn, accounts, ({ sharing }) => notShared(sharing) === ''),
      ]}
      csvName="accounts"
      foldAs={accountName}
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

function linkOf({ id, name }: GuildAccount) {
  return <AccountLink account={{ id, name: accountName({ id, name }) }} />;
}

const ownerColumn: Column<GuildAccount> = {
  title: 'Owner',
  isMain: true,
  sortBy: ({ owner }) => owner,
  cell: ({ owner }) => (owner === null ? <span className="stale">nobody</span> : <Name of={owner} />),
};

const contributorsColumn = namesColumn<GuildAccount>('Also reported by', ({ contributors }) => contributors);
const sharingColumn = nameColumn<GuildAccount>('Not for the guild', ({ sharing }) => notShared(sharing));

function notShared(sharing: GuildAccount['sharing']): string {
  return categoryNames(categoriesWithDefault.filter((category) => sharing[category].audience !== 'guild'));
}

interface AccountEditorProps {
  readonly account: GuildAccount;
  /** Active members. */
  readonly members: readonly MemberData[];
  readonly onEnd: () => void;
  readonly onErased: (text: string) => void;
}

function AccountEditor({ account, members, onEnd, onErased }: AccountEditorProps) {
  const { id } = account;
  const section = useFocusOnOpen<HTMLElement>();
  useEscape(onEnd);
  const name = accountName(account);
  const route = `admin/accounts/${id}`;
  return (
    <section className="manage" ref={section} aria-label={`Change the account ${name}`}>
      <div className="manage-part">
        <h3>
          Owner of <Name of={name} />
        </h3>
        <p className="dim small">The owner decides who sees it. Sharing stays as it is.</p>
        <OwnerForm
          route={route}
          name={name}
          members={members.filter((each) => each.name !== account.owner)}
        />
      </div>
      <div className="manage-part">
        <h3>Members who are not allowed to report it</h3>
        <p className="dim small">
          The hub refuses reports of <Name of={name} /> by their plugins.
        </p>
        <BlockForm account={account} members={members} />
      </div>
      <div className="manage-part">
        <h3>Lower xp</h3>
        <p className="dim small">
          The history accepts lower xp after a day. If the lower xp is right, you can accept it now.
        </p>
        <CommandButton<CorrectionAnswer>
          label="Accept it now"
          path={`${route}/correct-xp`}
          what={`Accept the lower xp of ${isolateName(name)}`}
          done={correctedText}
        />
      </div>
      <div className="manage-part">
        <h3>Erase</h3>
        <p className="dim small">
          Everything of <Name of={name} /> is gone from every page, the log and the backups, for good. Later
          reports start from nothing.
        </p>
        <TypedCommand<ErasureAnswer>
          label="Erase"
          word={account.name ?? id}
          path={`${route}/erase`}
          what={`Erase the account ${isolateName(name)}`}
          bodyOf={(typed) => ({ name: typed })}
          onDone={(answer) => onErased(erasedText(name, answer))}
        />
      </div>
      <div>
        <button type="button" onClick={onEnd}>
          Close
        </button>
      </div>
    </section>
  );
}

function correctedText({ corrected }: CorrectionAnswer): string {
  const skills = corrected.map(
    ({ skill, from, to }) => `${skill} from ${exactAmount(from)} to ${exactAmount(to)}`,
  );
  return `Accepted: ${skills.join(', ')}.`;
}
