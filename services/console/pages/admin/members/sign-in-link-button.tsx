import { CommandResult } from '../../commands/command-result.tsx';
import { useCommand } from '../../commands/use-command.ts';
import type { MemberData, SignInLink } from '../admin-answers.ts';

interface Props {
  readonly member: Pick<MemberData, 'id' | 'name'>;
  readonly onLink: (link: SignInLink) => void;
}

export function SignInLinkButton({ member: { id, name }, onLink }: Props) {
  const command = useCommand<SignInLink>();
  const what = `Sign-in link for ${name}`;
  const make = async () => {
    const link = await command.give({ path: `admin/members/${id}/sign-in-link`, what, showsSecret: true });
    if (link !== null) onLink(link);
  };
  return (
    <>
      {/* Not `disabled`, because the button would lose the focus. */}
      <button type="button" aria-label={what} aria-disabled={command.isRunning} onClick={make}>
        Sign-in link
      </button>
      <CommandResult use={command} />
    </>
  );
}
