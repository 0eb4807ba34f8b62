import { type ReactNode, useState } from 'react';
import { focusOn, useFocusOnOpen } from '../browser/focus.ts';
import { CommandResult } from '../commands/command-result.tsx';
import { useCommand } from '../commands/use-command.ts';
import { CopyButton } from '../common/fields/copy-button.tsx';
import './audited-content.css';

interface Props<Answer> {
  readonly path: string;
  /** For example `a report of Quillon Fen`. */
  readonly what: string;
  /** Says who is told that the admin saw the content. */
  readonly warning: ReactNode;
  readonly textOf: (answer: Answer) => string;
  readonly onClose: () => void;
}

/**
 * Shows content that sharing hides from admins. The admin first confirms that the member is told.
 */
export function AuditedContent<Answer>({ path, what, warning, textOf, onClose }: Props<Answer>) {
  const command = useCommand<Answer>();
  const [text, setText] = useState<string | null>(null);
  const section = useFocusOnOpen<HTMLElement>();
  const show = async () => {
    const answer = await command.give({ path, what: `Look at ${what}`, isOnlyRead: true });
    if (answer !== null) setText(textOf(answer));
  };
  return (
    <section
      className="audited-content"
      ref={section}
      tabIndex={-1}
      aria-label={what.charAt(0).toUpperCase() + what.slice(1)}
    >
      {text === null ? (
        <p>{warning}</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must reach and scroll it
        <pre tabIndex={0} ref={focusOn}>
          {text}
        </pre>
      )}
      <div className="row wrap">
        {text === null ? (
          <button type="button" className="primary" aria-disabled={command.isRunning} onClick={show}>
            See it
          </button>
        ) : (
          <CopyButton label="Copy" text={text} />
        )}
        <button type="button" onClick={onClose}>
          Close
        </button>
        <CommandResult use={command} />
      </div>
    </section>
  );
}
