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
    const ended = new AbortController();
    const form = isRefused ? row.current?.closest('form') : null;
    for (const type of ['input', 'paste', 'click'])
      form?.addEventListener(type, use.clear, { signal: ended.signal });
    return () => ended.abort();
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
