import { useState } from 'react';
import { Panel } from '../../common/panel/panel.tsx';
import { accountName } from '../../common/text/account-name.ts';
import { allCategories, categoryNames } from '../../common/text/category-name.ts';
import { Name } from '../../common/text/isolated-name.tsx';
import type { NamedMember, OwnAccount, SharingPreview } from '../../console-api/answers.ts';
import { useConsoleAnswer } from '../../console-api/use-console-answer.ts';
import { AudienceForm } from './audience-form.tsx';
import { SharingGrid } from './sharing-grid.tsx';
import { emptySelection, type SharingSelection, toggleSelection } from './sharing-selection.ts';

interface Props {
  readonly accounts: readonly OwnAccount[];
  readonly members: readonly NamedMember[];
}

export function SharingPanel({ accounts, members }: Props) {
  const [selection, setSelection] = useState<SharingSelection>(emptySelection);
  const [isPreviewOpen, setIsPreviewOpen] = useState(false);
  if (accounts.length === 0) {
    return (
      <Panel title="Sharing">
        <p className="notice">
          The hub knows none of your game accounts yet. The first report from a paired plugin adds the game
          account. Then you choose here who may see the data of this account.
        </p>
      </Panel>
    );
  }
  const actions = (
    <button
      type="button"
      className="chip"
      aria-pressed={isPreviewOpen}
      onClick={() => setIsPreviewOpen(!isPreviewOpen)}
    >
      View as a guild member
    </button>
  );
  return (
    <Panel title="Sharing" actions={actions}>
      <p className="panel-body dim small">
        Press a cell, a category, an account, or “all”, and choose who sees it. Your choice changes only what
        others see. The category Bank contains the items of the bank and of other storages. It stays private
        until you select this category and save another audience for it. A key reads the bank only when the
        key has the category Bank. The export of your data contains the bank.
      </p>
      <SharingGrid
        accounts={accounts}
        members={members}
        selection={selection}
        onPress={(pressed) => setSelection(toggleSelection(selection, accounts, pressed))}
      />
      {selection.accountIds.length > 0 && (
        <AudienceForm
          key={[...selection.accountIds, ...selection.categories].join()}
          selection={selection}
          accounts={accounts}
          members={members}
          onDone={() => setSelection(emptySelection)}
        />
      )}
      {isPreviewOpen && <GuildPreview />}
    </Panel>
  );
}

/**
 * Shows the member's own accounts as the guild sees them. Leaves out data that only chosen members
 * see.
 */
function GuildPreview() {
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
