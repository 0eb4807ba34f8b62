import { useState } from 'react';
import { CopyButton } from '../../common/copy-button.tsx';
import { CommandResult } from '../../console/command-note.tsx';
import { useCommand } from '../../console/use-command.ts';
import type { MemberData, SignInLink } from '../admin-answers.ts';

/** Makes a link that signs a member in once; an officer sends it to them. */
export function SignInLinkButton({ member }: { readonly member: Pick<MemberData, 'id' | 'name'> }) {
  const command = useCommand<SignInLink>();
  const [link, setLink] = useState<SignInLink | null>(null);
  const make = async () => {
    const what = `Make a sign-in link for ${member.name}`;
    setLink(await command.give({ path: `admin/members/${member.id}/sign-in-link`, what, showsSecret: true }));
  };
  if (link === null) {
    return (
      <>
        <button
          type="button"
          aria-label={`Make a sign-in link for ${member.name}`}
          disabled={command.running}
          onClick={make}
        >
          Sign-in link
        </button>
        <CommandResult use={command} />
      </>
    );
  }
  const until = new Date(link.expires_at).toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' });
  return (
    <section className="link-box" aria-label={`The link for ${member.name}`}>
      <code>{link.link}</code>
      <p className="small dim">
        Send it to {member.name} and to nobody else: it signs in as them, once, until {until}. They are told
        that you made it.
      </p>
      <div className="row wrap">
        <CopyButton label="Copy" text={link.link} />
        <button type="button" onClick={() => setLink(null)}>
          Close
        </button>
      </div>
    </section>
  );
}
