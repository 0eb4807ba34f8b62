import { CommandResult } from './command-result.tsx';
import type { CommandHandle } from './use-command.ts';

interface FormActionsProps {
  /** The text of the submit button. */
  readonly submit: string;
  readonly use: Pick<CommandHandle<unknown>, 'isRunning' | 'note'>;
  /** Whether the command cannot be given yet. */
  readonly disabled?: boolean;
  /** The text of the button that closes the form. */
  readonly leave?: string;
  readonly onLeave: () => void;
}

/** The end of a command form: submit, cancel, and the outcome. */
export function FormActions({ submit, use, disabled = false, leave = 'Cancel', onLeave }: FormActionsProps) {
  return (
    <div className="row wrap">
      <button type="submit" className="primary" disabled={disabled} aria-disabled={use.isRunning}>
        {submit}
      </button>
      <button type="button" onClick={onLeave}>
        {leave}
      </button>
      <CommandResult use={use} />
    </div>
  );
}
