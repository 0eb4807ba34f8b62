import { useEffect, useRef, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { focusOn } from '../../browser/focus.ts';
import { guildPreviewAddress, sharingFragment } from '../../common/account-address.ts';
import { Panel } from '../../common/panel/panel.tsx';
import type { NamedMember, OwnAccount } from '../../console-api/answers.ts';
import { AudienceForm } from './audience-form.tsx';
import { type PressedCells, SharingGrid } from './sharing-grid.tsx';
import { emptySelection, type SharingSelection, toggleSelection } from './sharing-selection.ts';

interface Props {
  readonly accounts: readonly OwnAccount[];
  readonly members: readonly NamedMember[];
}

export function SharingPanel({ accounts, members }: Props) {
  const [selection, setSelection] = useState<SharingSelection>(emptySelection);
  const [pressed, setPressed] = useState<PressedCells>({});
  const preview = useRef<HTMLAnchorElement>(null);
  const { hash } = useLocation();
  // The preview leads back to its link.
  useEffect(() => {
    if (hash === sharingFragment) focusOn(preview.current);
  }, [hash]);
  const [first] = accounts;
  if (first === undefined) {
    return (
      <Panel title="Sharing">
        <p className="notice">
          The hub knows none of your game accounts yet. The first report from a paired plugin adds the game
          account. Then you choose here who may see the data of this account.
        </p>
      </Panel>
    );
  }
  const press = (cells: PressedCells) => {
    setPressed(cells);
    setSelection(toggleSelection(selection, accounts, cells));
  };
  const editor = selection.accountIds.length > 0 && (
    <AudienceForm
      key={[...selection.accountIds, ...selection.categories].join()}
      selection={selection}
      accounts={accounts}
      members={members}
      onDone={() => setSelection(emptySelection)}
    />
  );
  const actions = (
    <Link className="button" ref={preview} to={guildPreviewAddress(first.id)}>
      View as a guild member
    </Link>
  );
  return (
    <Panel title="Sharing" actions={actions}>
      <p className="panel-body dim small">
        Press a cell ▾ to choose who sees it. You always see everything. Bank includes other storages, and is
        private for a new account. A key reads the bank only with its category Bank.
      </p>
      <SharingGrid
        accounts={accounts}
        members={members}
        selection={selection}
        onPress={press}
        editor={editor === false ? null : { below: pressed, part: editor }}
      />
    </Panel>
  );
}
