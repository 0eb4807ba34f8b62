import { CommandResult } from './command-result.tsx';
import type { CommandHandle } from './use-command.ts';

interface FormActionsProps {
  /** What the button that gives the command says. */
  readonly submit: string;
  readonly use: Pick<CommandHandle<unknown>, 'isRunning' | 'note'>;
  /** The command cannot be given yet. */
  readonly disabled?: boolean;
  /** What the button that leaves the form says. */
  readonly leave?: string;
  readonly onLeave: () => void;
}

/** The end of a form for a command: give it, or leave, and what became of it. */
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
