import type { CommandHandle } from './use-command.ts';
import './command.css';

export function CommandResult({ use }: { readonly use: Pick<CommandHandle<unknown>, 'note'> }) {
  if (use.note === null) return null;
  const { tone, text } = use.note;
  return (
    <p className={`command-result ${tone}`} role={tone === 'refused' ? 'alert' : 'status'}>
      {text}
    </p>
  );
}
