import { useFocusOnOpen } from '../../browser/focus.ts';
import { CopyButton } from '../../common/fields/copy-button.tsx';
import { LocalAddressNote } from '../../common/fields/local-address-note.tsx';
import { Name } from '../../common/text/isolated-name.tsx';
import type { SignInLink } from '../admin-answers.ts';

interface Props {
  readonly name: string;
  readonly link: SignInLink;
  readonly onClose: () => void;
}

export function SignInLinkBox({ name, link: { link, local, expires_at: expiresAt }, onClose }: Props) {
  const section = useFocusOnOpen<HTMLElement>();
  const until = new Date(expiresAt).toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' });
  return (
    <section className="link-box" ref={section} tabIndex={-1} aria-label={`The link for ${name}`}>
      <code>{link}</code>
      <LocalAddressNote local={local} text={link} what="link" />
      <p className="small dim">
        Send it to <Name of={name} /> and to nobody else: the link signs in as this member, once, until{' '}
        {until}. The member is told that you made the link.
      </p>
      <div className="row wrap">
        <CopyButton label="Copy" text={link} />
        <button type="button" onClick={onClose}>
          Close
        </button>
      </div>
    </section>
  );
}
