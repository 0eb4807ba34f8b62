import { type FormEvent, useState } from 'react';
import { useFocusOnOpen } from '../../browser/focus.ts';
import { useEscape } from '../../browser/use-escape.ts';
import { FormActions } from '../../commands/form-actions.tsx';
import { useCommand } from '../../commands/use-command.ts';
import { isolateName } from '../../common/text/account-name.ts';
import { Name } from '../../common/text/isolated-name.tsx';
import { useMemberSession } from '../../console-api/use-session.ts';
import type { MemberData, SignInLink } from '../admin-answers.ts';
import { MemberFields, type MemberInput } from './member-fields.tsx';
import { SignInLinkBox } from './sign-in-link-box.tsx';
import { SignInLinkButton } from './sign-in-link-button.tsx';

type AddedMember = Pick<MemberData, 'id' | 'name'>;

export function NewMemberForm({ onEnd }: { readonly onEnd: () => void }) {
  const { member: adder } = useMemberSession();
  const nobody: MemberInput = { name: '', chatId: '', timeZone: adder.time_zone, isAdmin: false };
  const command = useCommand<AddedMember>();
  const form = useFocusOnOpen<HTMLFormElement>();
  const [input, setInput] = useState(nobody);
  const [added, setAdded] = useState<AddedMember | null>(null);
  const [link, setLink] = useState<SignInLink | null>(null);
  // A link is shown once.
  useEscape(() => link === null && onEnd());
  const name = input.name.trim();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const member = await command.give({
      path: 'admin/members',
      body: {
        name,
        ...(input.chatId.trim() !== '' && { chat_id: input.chatId.trim() }),
        ...(input.timeZone !== '' && { time_zone: input.timeZone }),
        ...(input.isAdmin && { admin: true }),
      },
      what: `Add the member ${isolateName(name)}`,
    });
    if (member === null) return;
    setAdded(member);
    setLink(null);
    setInput(nobody);
  };
  return (
    <div className="manage">
      {added !== null && (
        <div className="manage-part" role="status">
          <p>
            <strong>
              <Name of={added.name} />
            </strong>{' '}
            is a member now. Next: send them a link.
          </p>
          {link === null ? (
            <SignInLinkButton key={added.id} member={added} onLink={setLink} />
          ) : (
            <SignInLinkBox name={added.name} link={link} onClose={() => setAdded(null)} />
          )}
        </div>
      )}
      <form className="command-form" ref={form} onSubmit={submit} aria-label="A new member">
        <MemberFields input={input} onChange={setInput} />
        <FormActions
          submit="Add"
          use={command}
          disabled={name === ''}
          leave={added === null ? 'Cancel' : 'Done'}
          onLeave={onEnd}
        />
      </form>
    </div>
  );
}
