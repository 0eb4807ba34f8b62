import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useLayoutEffect, useRef } from 'react';
import { focusOn, focusOnPage } from '../browser/focus.ts';
import { useNow } from '../common/text/time-ago.tsx';
import type { CommandOutcomeAnswer } from '../console-api/answers.ts';
import { consoleQueryKey, useConsoleAnswer } from '../console-api/use-console-answer.ts';
import { useStore } from '../read-api/use-read-api.ts';
import type { OpenCommand } from './command-ledger.ts';
import { toSentence, useCommandLedger } from './use-command.ts';

const askEveryMs = 2_000;
/** After this time, an unknown command most likely did not reach the log. */
const unknownForMs = 60_000;

export function OpenCommands() {
  const ledger = useCommandLedger();
  const lines = useStore(ledger.open).filter(({ isRunning }) => !isRunning);
  const { list, closing } = useNextFocus(lines.length);
  if (lines.length === 0) return null;
  return (
    <div className="open-commands" ref={list}>
      {lines.map((command, index) => (
        <OpenCommandLine
          key={command.requestId}
          command={command}
          onClose={() => {
            closing(index);
            ledger.close(command.requestId);
          }}
        />
      ))}
    </div>
  );
}

function useNextFocus(count: number) {
  const list = useRef<HTMLDivElement>(null);
  const closed = useRef<number | null>(null);
  useLayoutEffect(() => {
    if (closed.current === null) return;
    const button = list.current?.querySelectorAll('button')[Math.min(closed.current, count - 1)];
    closed.current = null;
    if (button === undefined) focusOnPage();
    else focusOn(button);
  }, [count]);
  return {
    list,
    closing: (index: number) => {
      closed.current = index;
    },
  };
}

interface LineProps {
  readonly command: OpenCommand;
  readonly onClose: () => void;
}

function OpenCommandLine({ command, onClose }: LineProps) {
  const cache = useQueryClient();
  const now = useNow();
  const { body } = useConsoleAnswer<CommandOutcomeAnswer>(`commands/${command.requestId}`, {
    everyMs: (latest) => (latest?.state === 'granted' || latest?.state === 'refused' ? false : askEveryMs),
  });
  const granted = body?.state === 'granted';
  useEffect(() => {
    if (granted) void cache.invalidateQueries({ queryKey: [consoleQueryKey], predicate: isNoOutcomeQuery });
  }, [granted, cache]);
  const isOld = now - command.at > unknownForMs;
  return (
    <div className="open-command" role="status">
      <p className="grow">
        <strong>{command.what}</strong>: {outcomeText(command, body, isOld)}
      </p>
      <button type="button" className="chip" onClick={onClose}>
        Close
      </button>
    </div>
  );
}

function isNoOutcomeQuery({ queryKey }: { readonly queryKey: readonly unknown[] }): boolean {
  return !String(queryKey[1]).startsWith('commands/');
}

export function outcomeText(
  { waitsFor, showsSecret }: Pick<OpenCommand, 'waitsFor' | 'showsSecret'>,
  outcome: CommandOutcomeAnswer | undefined,
  isOld: boolean,
): string {
  // `waitsFor` is out of date once the hub has answered.
  if (outcome === undefined) {
    return `the hub is asked whether it happened${waitsFor === null ? '' : ` (${waitsFor})`}.`;
  }
  const reason = outcome.message === null ? '' : ` (${outcome.message})`;
  if (outcome.state === 'granted') {
    return showsSecret
      ? 'it happened, but its secret is lost: give the command again, and revoke what this command created.'
      : 'it happened.';
  }
  if (outcome.state === 'refused') return `it was refused. ${toSentence(outcome.message ?? '')}`;
  if (outcome.state === 'waiting') {
    return `it is stored, and takes effect once the hub has processed it${reason}.`;
  }
  return isOld
    ? `it did not happen, as far as the hub knows${reason}.`
    : 'the hub has not received it so far.';
}
