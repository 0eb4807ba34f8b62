import { dayMs } from '../../../../../shared/domain/durations.ts';
import { FoldOnPhone } from '../../common/fields/fold-on-phone.tsx';
import { SegmentedControl } from '../../common/fields/segmented-control.tsx';
import {
  nameColumn,
  namesColumn,
  onlyInFile,
  timeColumn,
  unlessObvious,
} from '../../common/table/columns.tsx';
import { type Column, DataTable } from '../../common/table/data-table.tsx';
import { AccountLink } from '../../common/text/account-link.tsx';
import { accountName } from '../../common/text/account-name.ts';
import { Name } from '../../common/text/isolated-name.tsx';
import { useAddressChoice, useAddressValue } from '../../state/use-address-value.ts';
import type { MemberData, SignInLink } from '../admin-answers.ts';
import { MemberEditor } from './member-editor.tsx';
import { SignInLinkBox } from './sign-in-link-box.tsx';
import { SignInLinkButton } from './sign-in-link-button.tsx';

/** The id of a new member is empty. */
export type OpenedMember = { readonly id: string; readonly link: SignInLink | null } | null;

interface Props {
  readonly members: readonly MemberData[];
  readonly opened: OpenedMember;
  readonly onOpen: (next: OpenedMember) => void;
  /** Receives the result text, because the row of the member disappears. */
  readonly onErased: (text: string) => void;
}

const columnsOf = (members: readonly MemberData[]): readonly Column<MemberData>[] => [
  { ...nameColumn('Name', ({ name }) => name), isMain: true, cell: (member) => <NameCell member={member} /> },
  unlessObvious(
    {
      ...namesColumn('Accounts', ({ accounts }) => accounts.map(({ name }) => name ?? '')),
      cell: ({ accounts }) => (
        <span className="row wrap">
          {accounts.map(({ id, name }) => (
            <AccountLink key={id} account={{ id, name: accountName({ id, name }) }} />
          ))}
        </span>
      ),
    },
    members,
    ({ name, accounts }) => accounts.every((each) => each.name === name),
  ),
  namesColumn('Plugin', ({ plugins }) => plugins),
  { ...timeColumn('Last report', ({ last_report_at: at }) => at), isMain: true },
  timeColumn('Last sign-in', ({ last_sign_in_at: at }) => at),
  ...[
    nameColumn<MemberData>('Chat id', ({ chat_id: id }) => id),
    nameColumn<MemberData>('Time zone', ({ time_zone: zone }) => zone),
    nameColumn<MemberData>('Status', ({ status }) => status),
    nameColumn<MemberData>('Admin', ({ is_admin: isAdmin }) => (isAdmin ? 'yes' : 'no')),
  ].map(onlyInFile),
];

const shownMembers = ['all', 'silent for 14 days', 'never paired'] as const;

type ShownMembers = (typeof shownMembers)[number];

const passes: Readonly<Record<ShownMembers, (member: MemberData) => boolean>> = {
  all: () => true,
  'silent for 14 days': ({ status, has_paired: hasPaired, last_report_at: at }) =>
    status === 'active' && hasPaired && Date.now() - Date.parse(at ?? '1970') > 14 * dayMs,
  'never paired': ({ status, has_paired: hasPaired }) => status === 'active' && !hasPaired,
};

const emptyTexts: Readonly<Record<ShownMembers, string>> = {
  all: 'No member yet: “Add a member” above.',
  'silent for 14 days': 'No member with a plugin is silent for 14 days.',
  'never paired': 'Every member has paired a plugin.',
};

export function MemberTable({ members, opened, onOpen, onErased }: Props) {
  const [find] = useAddressValue('find', '');
  const [show, setShow] = useAddressChoice('show', shownMembers);
  const close = () => onOpen(null);
  const isEdited = ({ id }: MemberData) => opened?.id === id && opened.link === null;
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
      rows={members.filter(passes[show])}
      keyOf={({ id }) => id}
      textOf={({ name, chat_id: chatId, accounts }) =>
        `${name} ${chatId ?? ''} ${accounts.map(({ name: own }) => own).join(' ')}`
      }
      columns={columnsOf(members)}
      filters={
        <FoldOnPhone>
          <SegmentedControl label="Members to show" choices={shownMembers} chosen={show} onChoose={setShow} />
        </FoldOnPhone>
      }
      soughtAtFirst={find}
      csvName="members"
      foldAs={({ name }) => name}
      actions={(member) => (
        <span className="row wrap">
          {member.status === 'active' && (
            <SignInLinkButton member={member} onLink={(link) => onOpen({ id: member.id, link })} />
          )}
          <button
            type="button"
            aria-label={`Change ${member.name}`}
            aria-expanded={isEdited(member)}
            onClick={() => onOpen(isEdited(member) ? null : { id: member.id, link: null })}
          >
            Change
          </button>
        </span>
      )}
      below={below}
      whenEmpty={emptyTexts[show]}
    />
  );
}

/** The name leads to the member's only account, or to the account of that name. */
function NameCell({ member }: { readonly member: MemberData }) {
  const { name, accounts, is_admin, status, has_paired: hasPaired, last_sign_in_at: signedInAt } = member;
  const isNew = status === 'active' && !hasPaired && signedInAt === null;
  const account = accounts.find((each) => each.name === name) ?? (accounts.length === 1 ? accounts[0] : null);
  return (
    <span className="row wrap">
      {account == null ? <Name of={name} /> : <AccountLink account={{ id: account.id, name }} />}
      {is_admin && <span className="tag">admin</span>}
      {status === 'left' && <span className="tag">has left</span>}
      {isNew && <span className="stale small">not signed in yet: make and send a sign-in link</span>}
    </span>
  );
}
