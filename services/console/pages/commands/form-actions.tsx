import { useEffect, useRef } from 'react';
import { CommandResult } from './command-result.tsx';
import type { CommandHandle } from './use-command.ts';

interface FormActionsProps {
  readonly submit: string;
  readonly use: Pick<CommandHandle<unknown>, 'isRunning' | 'note' | 'clear'>;
  readonly disabled?: boolean;
  readonly leave?: string;
  readonly onLeave: () => void;
}

export function FormActions({ submit, use, disabled = false, leave = 'Cancel', onLeave }: FormActionsProps) {
  const row = useRef<HTMLDivElement>(null);
  const isRefused = use.note?.tone === 'refused';
  // A refusal is about the values that were sent.
  useEffect(() => {
    const form = row.current?.closest('form');
    if (!isRefused || form == null) return;
    const clear = ({ type, target }: Event) => {
      if (type === 'input' || (target as Element).closest('button[type=button]') !== null) use.clear();
    };
    for (const type of ['input', 'click']) form.addEventListener(type, clear);
    return () => {
      for (const type of ['input', 'click']) form.removeEventListener(type, clear);
    };
  });
  return (
    <div ref={row} className="row wrap">
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
