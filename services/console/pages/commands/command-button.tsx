import { type ReactNode, type SyntheticEvent, useState } from 'react';
import { withoutDirectionMarks } from '../../../../shared/domain/text.ts';
import { useFocusReturn } from '../browser/focus.ts';
import { CommandResult } from './command-result.tsx';
import { type CommandOptions, useCommand } from './use-command.ts';

interface Props<Answer> extends CommandOptions<Answer> {
  readonly label: string;
  /** The effect, which the person has to confirm first. Default: no confirmation. */
  readonly ask?: ReactNode;
  readonly isDangerous?: boolean;
  readonly disabled?: boolean;
  /** For a page that removes the button then. */
  readonly onDone?: (answer: Answer) => void;
  /** The text of a button that repeats a refused command with `force`. */
  readonly forced?: string;
}

export function CommandButton<Answer = object>(props: Props<Answer>) {
  const { label, ask, isDangerous = false, disabled = false, forced, onDone, ...options } = props;
  const command = useCommand<Answer>();
  const [isAsking, setIsAsking] = useState(false);
  const { openerRef, returnFocus } = useFocusReturn();
  const end = () => {
    if (command.isRunning) return;
    returnFocus();
    setIsAsking(false);
  };
  const go = async () => {
    if (command.isRunning) return;
    const answer = await command.give(options);
    if (isAsking) end();
    if (answer !== null) onDone?.(answer);
  };
  const cancel = (event: SyntheticEvent) => {
    event.preventDefault();
    end();
  };
  const looks = isDangerous ? 'dangerous' : undefined;
  return (
    <span className="command-ask">
      <button
        type="button"
        ref={openerRef}
        aria-label={spokenLabel(label, options.what)}
        disabled={disabled}
        aria-disabled={command.isRunning}
        onClick={() => (ask === undefined ? void go() : setIsAsking(true))}
      >
        {label}
      </button>
      {isAsking && (
        // A question in the row would move the columns of the table.
        <dialog
          className="question"
          ref={showModal}
          aria-label={withoutDirectionMarks(options.what)}
          onCancel={cancel}
        >
          <h2>{options.what}</h2>
          <p>{ask}</p>
          <div className="row wrap">
            <button type="button" className={looks} aria-disabled={command.isRunning} onClick={go}>
              Yes, {label.charAt(0).toLowerCase() + label.slice(1)}
            </button>
            <button type="button" aria-disabled={command.isRunning} onClick={end}>
              No
            </button>
          </div>
        </dialog>
      )}
      <CommandResult use={command} />
      {forced !== undefined && command.note?.tone === 'refused' && (
        <button
          type="button"
          className="dangerous"
          aria-disabled={command.isRunning}
          onClick={() => command.give({ ...options, body: { ...options.body, force: true } })}
        >
          {forced}
        </button>
      )}
    </span>
  );
}

/** Its first button gets the focus. */
function showModal(question: HTMLDialogElement | null): void {
  question?.showModal();
}

/** For screen readers that read the label without the row. */
function spokenLabel(label: string, what: string): string {
  const spoken = withoutDirectionMarks(what);
  return spoken.toLowerCase().includes(label.toLowerCase()) ? spoken : `${label}: ${spoken}`;
}
