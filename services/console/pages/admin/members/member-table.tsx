import { useState } from 'react';
import { DataTable } from '../../common/table/data-table.tsx';
import { Name } from '../../common/text/isolated-name.tsx';
import type { MemberData, SignInLink } from '../admin-answers.ts';
import { MemberEditor } from './member-editor.tsx';
import { SignInLinkBox } from './sign-in-link-box.tsx';
import { SignInLinkButton } from './sign-in-link-button.tsx';

type Opened = { readonly id: string; readonly link: SignInLink | null } | null;

interface Props {
  readonly members: readonly MemberData[];
  /** Receives the result text, because the row of the member disappears. */
  readonly onErased: (text: string) => void;
}

export function MemberTable({ members, onErased }: Props) {
  const [opened, setOpened] = useState<Opened>(null);
  const close = () => setOpened(null);
  const below = (member: MemberData) => {
    if (opened?.id !== member.id) return null;
    if (opened.link === null) return <MemberEditor member={member} onEnd={close} onErased={onErased} />;
    return (
      <div className="manage">
        <SignInLinkBox name={member.name} link={opened.link} onClose={close} />
      </div>
    );
  };
  return (
    <DataTable
      label="Members"
      rows={members}
      keyOf={({ id }) => id}
      textOf={({ name, chat_id: chatId }) => `${name} ${chatId ?? ''}`}
      columns={[
        { title: 'Name', cell: (member) => <NameCell member={member} /> },
        { title: 'Chat id', cell: ({ chat_id: id }) => id ?? <span className="dim">none</span> },
        { title: 'Time zone', cell: ({ time_zone: zone }) => zone },
      ]}
      actions={(member) => (
        <span className="row wrap">
          {member.status === 'active' && (
            <SignInLinkButton member={member} onLink={(link) => setOpened({ id: member.id, link })} />
          )}
          <ChangeButton
            name={member.name}
            open={opened?.id === member.id && opened.link === null}
            onPress={(open) => setOpened(open ? { id: member.id, link: null } : null)}
          />
        </span>
      )}
      below={below}
      whenEmpty="No member yet: “Add a member” above."
    />
  );
}

interface ChangeProps {
  readonly name: string;
  readonly open: boolean;
  readonly onPress: (open: boolean) => void;
}

function ChangeButton({ name, open, onPress }: ChangeProps) {
  return (
    <button type="button" aria-label={`Change ${name}`} aria-expanded={open} onClick={() => onPress(!open)}>
      Change
    </button>
  );
}

function NameCell({ member: { name, is_admin, status } }: { readonly member: MemberData }) {
  return (
    <span className="row wrap">
      <Name of={name} />
      {is_admin && <span className="tag">admin</span>}
      {status === 'left' && <span className="tag">has left</span>}
    </span>
  );
}
