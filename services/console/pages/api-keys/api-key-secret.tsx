import { useFocusOnOpen } from '../browser/focus.ts';
import { CopyButton } from '../common/fields/copy-button.tsx';
import { Name } from '../common/text/isolated-name.tsx';
import { curlCommand } from './expiry.ts';
import '../commands/command.css';

interface Props {
  readonly name: string;
  readonly secret: string;
  /** False when the key is stored, and the hub refuses it until it is processed. */
  readonly isInEffect: boolean;
  readonly onKept: () => void;
}

/** Shows a new API key, which nobody can see again. */
export function ApiKeySecret({ name, secret, isInEffect, onKept }: Props) {
  const section = useFocusOnOpen<HTMLElement>();
  return (
    <section className="secret" ref={section} tabIndex={-1} aria-label="The new key">
      <p>
        The key{' '}
        <strong>
          <Name of={name} />
        </strong>{' '}
        is shown only now. Keep it where nobody else reads it.
        {!isInEffect && ' It is stored, and works as soon as the hub has processed it.'}
      </p>
      <code>{secret}</code>
      <div className="row wrap">
        <CopyButton label="Copy" text={secret} />
        <CopyButton label="Copy as curl" text={curlCommand(location.origin, secret)} />
        <button type="button" onClick={onKept}>
          I have it
        </button>
      </div>
    </section>
  );
}
