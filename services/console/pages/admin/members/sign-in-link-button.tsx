import { CommandButton } from '../../commands/command-button.tsx';
import { isolateName } from '../../common/text/account-name.ts';
import { TextWithName } from '../../common/text/isolated-name.tsx';
import type { MemberData, SignInLink } from '../admin-answers.ts';

interface Props {
  readonly member: Pick<MemberData, 'id' | 'name'>;
  readonly onLink: (link: SignInLink) => void;
}

export function SignInLinkButton({ member: { id, name }, onLink }: Props) {
  const ask = `The link signs in as ${name}, once. The hub tells the member that you made it.`;
  return (
    <CommandButton<SignInLink>
      label="Make a sign-in link"
      path={`admin/members/${id}/sign-in-link`}
      what={`Make a sign-in link for ${isolateName(name)}`}
      ask={<TextWithName text={ask} name={name} />}
      showsSecret
      onDone={onLink}
    />
  );
}
