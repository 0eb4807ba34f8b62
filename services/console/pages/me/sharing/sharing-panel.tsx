import { useState } from 'react';
import { Panel } from '../../common/panel/panel.tsx';
import type { NamedMember, OwnAccount } from '../../console-api/answers.ts';
import { AudienceForm } from './audience-form.tsx';
import { GuildPreview } from './guild-preview.tsx';
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
        until you select this category and save another audience for it. At the moment, no API key can read
        the bank. The export of your data contains the bank.
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
