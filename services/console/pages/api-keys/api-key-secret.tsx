import { basePath } from '../browser/base-path.ts';
import { useFocusOnOpen } from '../browser/focus.ts';
import { CopyButton } from '../common/fields/copy-button.tsx';
import { Name } from '../common/text/isolated-name.tsx';
import { curlCommand } from './expiry.ts';
import '../common/fields/fields.css';

interface Props {
  readonly name: string;
  readonly secret: string;
  /** False while the hub refuses the stored key. */
  readonly isInEffect: boolean;
  readonly onKept: () => void;
}

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
        <CopyButton label="Copy as curl" text={curlCommand(location.origin + basePath, secret)} />
        <button type="button" onClick={onKept}>
          I have it
        </button>
      </div>
    </section>
  );
}
