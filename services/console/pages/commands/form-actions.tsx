import { CommandResult } from './command-result.tsx';
import type { CommandHandle } from './use-command.ts';

interface FormActionsProps {
  readonly submit: string;
  readonly use: Pick<CommandHandle<unknown>, 'isRunning' | 'note'>;
  readonly disabled?: boolean;
  readonly leave?: string;
  readonly onLeave: () => void;
}

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
