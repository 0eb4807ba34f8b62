import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useNow } from '../common/time-ago.tsx';
import { useStore } from '../hub/use-reading.ts';
import type { CommandFate } from './answers.ts';
import type { OpenCommand } from './command-ledger.ts';
import { sentence, useLedger } from './use-command.ts';
import { consoleAnswers, useConsole } from './use-console.ts';

const askEveryMs = 2_000;
/** A command that the hub knows nothing of by then never reached its log. */
const unknownForMs = 60_000;

/** Says of each command whose answer did not come, as after a reload, whether it happened. */
export function OpenCommands() {
  const ledger = useLedger();
  const open = useStore(ledger.open);
  return open
    .filter(({ running }) => !running)
    .map((command) => (
      <OpenCommandLine
        key={command.requestId}
        command={command}
        onClose={() => ledger.close(command.requestId)}
      />
    ));
}

interface LineProps {
  readonly command: OpenCommand;
  readonly onClose: () => void;
}

function OpenCommandLine({ command, onClose }: LineProps) {
  const cache = useQueryClient();
  const now = useNow();
  const { body } = useConsole<CommandFate>(`commands/${command.requestId}`, {
    everyMs: (latest) => (latest?.state === 'granted' || latest?.state === 'refused' ? false : askEveryMs),
  });
  const granted = body?.state === 'granted';
  useEffect(() => {
    if (granted) void cache.invalidateQueries({ queryKey: [consoleAnswers], predicate: isNoFate });
  }, [granted, cache]);
  const isOld = now - command.at > unknownForMs;
  return (
    <div className="open-command" role="status">
      <p className="grow">
        <strong>{command.what}</strong>: {fateText(command, body, isOld)}
      </p>
      <button type="button" className="chip" onClick={onClose}>
        Close
      </button>
    </div>
  );
}

function isNoFate({ queryKey }: { readonly queryKey: readonly unknown[] }): boolean {
  return !String(queryKey[1]).startsWith('commands/');
}

/** What is known of a command, in a sentence. */
export function fateText(
  { waitsFor, showsSecret }: Pick<OpenCommand, 'waitsFor' | 'showsSecret'>,
  fate: CommandFate | undefined,
  isOld: boolean,
): string {
  const reason = waitsFor === null ? '' : ` (${waitsFor})`;
  if (fate === undefined) return `the hub is asked whether it happened${reason}.`;
  if (fate.state === 'granted') {
    return showsSecret
      ? 'it happened, but what it shows only once is lost: make another, and revoke this one.'
      : 'it happened.';
  }
  if (fate.state === 'refused') return `it was refused. ${sentence(fate.message ?? '')}`;
  if (fate.state === 'waiting') {
    return `it is stored, and takes effect once the hub has processed it${fate.message === null ? reason : ` (${fate.message})`}.`;
  }
  const known = fate.message === null ? reason : ` (${fate.message})`;
  return isOld
    ? `it did not happen, as far as the hub knows${known}.`
    : `the hub has nothing of it so far${reason}.`;
}
