import { useState } from 'react';
import { DataTable } from '../../console/data-table.tsx';
import type { MemberData } from '../admin-answers.ts';
import { MemberEditor } from './member-editor.tsx';
import { SignInLinkButton } from './sign-in-link-button.tsx';

/** All members, the active ones first as the hub lists them. */
export function MemberTable({ members }: { readonly members: readonly MemberData[] }) {
  const [editedId, setEditedId] = useState<string | null>(null);
  const edited = members.find(({ id }) => id === editedId);
  return (
    <>
      {edited !== undefined && (
        <MemberEditor key={edited.id} member={edited} onEnd={() => setEditedId(null)} />
      )}
      <DataTable
        label="Members"
        rows={members}
        keyOf={({ id }) => id}
        columns={[
          { title: 'Name', cell: (member) => <NameCell member={member} /> },
          { title: 'Chat id', cell: ({ chat_id: id }) => id ?? <span className="dim">none</span> },
          { title: 'Time zone', cell: ({ time_zone: zone }) => zone },
        ]}
        actions={(member) => (
          <span className="row wrap">
            {member.status === 'active' && <SignInLinkButton member={member} />}
            <button
              type="button"
              aria-label={`Change ${member.name}`}
              aria-expanded={member.id === editedId}
              onClick={() => setEditedId(member.id === editedId ? null : member.id)}
            >
              Change
            </button>
          </span>
        )}
        whenEmpty="No member yet: “Add a member” above."
      />
    </>
  );
}

function NameCell({ member: { name, is_admin, status } }: { readonly member: MemberData }) {
  return (
    <span className="row wrap">
      <span>{name}</span>
      {is_admin && <span className="tag">officer</span>}
      {status === 'left' && <span className="tag">has left</span>}
    </span>
  );
}
