import { type FormEvent, useState } from 'react';
import { useFocusOnOpen } from '../../browser/focus.ts';
import { useEscape } from '../../browser/use-escape.ts';
import { CommandButton } from '../../commands/command-button.tsx';
import { FormActions } from '../../commands/form-actions.tsx';
import { useCommand } from '../../commands/use-command.ts';
import { isolateName } from '../../common/text/account-name.ts';
import { accountsText, erasedText } from '../../common/text/erased-text.ts';
import { Name, TextWithName } from '../../common/text/isolated-name.tsx';
import { EraseMemberForm } from '../../erasure/erase-member-form.tsx';
import type { MemberData } from '../admin-answers.ts';
import { MemberFields, type MemberInput } from './member-fields.tsx';

interface Props {
  readonly member: MemberData;
  readonly onEnd: () => void;
  readonly onErased: (text: string) => void;
}

export function MemberEditor({ member, onEnd, onErased }: Props) {
  const { id, name, status } = member;
  const section = useFocusOnOpen<HTMLElement>();
  useEscape(onEnd);
  return (
    <section className="manage" ref={section} aria-label={`Change ${name}`}>
      {status === 'active' && <ChangeForm member={member} onEnd={onEnd} />}
      {status === 'active' && (
        <div className="manage-part">
          <h3>Has left the guild</h3>
          <p className="dim small">
            The member is signed out at once, and their keys and plugins are refused. If another member also
            reports an account, that member becomes its owner.
          </p>
          <CommandButton
            label="Mark as left"
            path={`admin/members/${id}/leave`}
            what={`Mark ${isolateName(name)} as left`}
            ask={<TextWithName text={`${name} can no longer sign in or report.`} name={name} />}
            isDangerous
          />
        </div>
      )}
      <div className="manage-part">
        <h3>Erase</h3>
        <p className="dim small">
          Name, chat id and all that <Name of={name} /> did are gone from every list, the log and the backups,
          for good.
        </p>
        <EraseMemberForm
          name={name}
          label="Erase"
          path={`admin/members/${id}/erase`}
          accountsPath={`admin/members/${id}/erasure`}
          what={`Erase the member ${isolateName(name)}`}
          onDone={(answer) => onErased(`${erasedText(name, answer)}${accountsText(answer)}`)}
        />
      </div>
    </section>
  );
}

function ChangeForm({ member, onEnd }: Omit<Props, 'onErased'>) {
  const command = useCommand();
  // The values when the form was opened: changes of another admin are not overwritten.
  const [before] = useState<MemberInput>(() => ({
    name: member.name,
    chatId: member.chat_id ?? '',
    timeZone: member.time_zone,
    isAdmin: member.is_admin,
  }));
  const [input, setInput] = useState(before);
  const changes = {
    ...(input.name.trim() !== before.name && { name: input.name.trim() }),
    ...(input.chatId.trim() !== before.chatId && { chat_id: input.chatId.trim() || null }),
    ...(input.timeZone !== before.timeZone && { time_zone: input.timeZone }),
    ...(input.isAdmin !== before.isAdmin && { admin: input.isAdmin }),
  };
  const isUnchanged = Object.keys(changes).length === 0 || input.name.trim() === '';
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const what = `Change the member ${isolateName(member.name)}`;
    if ((await command.give({ path: `admin/members/${member.id}`, body: changes, what })) !== null) onEnd();
  };
  return (
    <form className="command-form" onSubmit={submit} aria-label={`About ${member.name}`}>
      <MemberFields input={input} onChange={setInput} />
      <FormActions submit="Save" use={command} disabled={isUnchanged} leave="Close" onLeave={onEnd} />
    </form>
  );
}
