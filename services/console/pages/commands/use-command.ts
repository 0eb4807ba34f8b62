import { useQueryClient } from '@tanstack/react-query';
import { createContext, useContext, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { askConsole } from '../console-api/ask-console.ts';
import { isSignedOutError } from '../console-api/session-keeper.ts';
import { consoleQueryKey } from '../console-api/use-console-answer.ts';
import { useMemberSession } from '../console-api/use-session.ts';
import type { CommandLedger, CommandResponse } from './command-ledger.ts';

export const CommandLedgerContext = createContext<CommandLedger | null>(null);

/** @throws Error outside of the context */
export function useCommandLedger(): CommandLedger {
  const ledger = useContext(CommandLedgerContext);
  if (ledger === null) throw new Error('useCommandLedger outside of CommandLedgerContext');
  return ledger;
}

export interface CommandNote {
  readonly tone: 'done' | 'refused' | 'open';
  readonly text: string;
  /** For an open command: the note disappears with the command's line at the top of the page. */
  readonly requestId?: string;
}

export interface CommandOptions<Answer = object> {
  /** The path below `/console/api/`. */
  readonly path: string;
  readonly body?: object;
  /** In words, shown while the outcome is unknown: `Revoke the key map`. */
  readonly what: string;
  /** The text after success. Default: none. */
  readonly done?: string | ((answer: Answer) => string);
  /** Whether a lost answer contains something that has to be created again. */
  readonly showsSecret?: boolean;
  /** Shows the result before other answers are refreshed. Default: `showsSecret`. */
  readonly isShownAtOnce?: boolean;
  /** The shown answers stay, because the command changes none of them. */
  readonly isOnlyRead?: boolean;
}

export interface CommandHandle<Answer> {
  /** The button is then `aria-disabled`. With `disabled`, the button would lose the focus. */
  readonly isRunning: boolean;
  readonly note: CommandNote | null;
  /**
   * Refreshes all console answers before it resolves, unless `isShownAtOnce`.
   * @returns null when the command did not happen or the outcome is unknown
   */
  readonly give: (options: CommandOptions<Answer>) => Promise<Answer | null>;
  readonly clear: () => void;
}

/** Each caller runs one command at a time. */
export function useCommand<Answer = object>(): CommandHandle<Answer> {
  const ledger = useCommandLedger();
  const { keeper } = useMemberSession();
  const cache = useQueryClient();
  const [isRunning, setIsRunning] = useState(false);
  const [note, setNote] = useState<CommandNote | null>(null);
  const isClosed = useIsClosed(ledger, note?.requestId);
  // A second press before the next render has no effect.
  const busy = useRef(false);
  const mounted = useMounted();

  async function give(options: CommandOptions<Answer>): Promise<Answer | null> {
    const { path, body, what, done, showsSecret = false, isShownAtOnce = showsSecret } = options;
    const { isOnlyRead = false } = options;
    if (busy.current) return null;
    busy.current = true;
    setIsRunning(true);
    setNote(null);
    const given = await ledger.give({ what, showsSecret }, (requestId) =>
      askConsole<Answer>(path, { body: { ...body, request_id: requestId } }),
    );
    busy.current = false;
    if (given.outcome === 'refused' && isSignedOutError(given.error)) keeper.end();
    if (given.outcome === 'done') {
      const refetchType = isOnlyRead ? 'none' : 'active';
      const asked = cache.invalidateQueries({ queryKey: [consoleQueryKey], refetchType });
      // Waits for the refreshed answers, so that nobody sees old data after the success.
      if (!isShownAtOnce) await asked;
    }
    if (mounted.current) {
      setIsRunning(false);
      setNote(noteOf(given, done));
    }
    return given.outcome === 'done' ? given.answer : null;
  }

  return { isRunning, note: isClosed ? null : note, give, clear: () => setNote(null) };
}

function useIsClosed({ open }: CommandLedger, id: string | undefined): boolean {
  const isClosed = () => id !== undefined && !open.get().some(({ requestId }) => requestId === id);
  return useSyncExternalStore(open.subscribe, isClosed);
}

function noteOf<Answer>(
  given: CommandResponse<Answer>,
  done: CommandOptions<Answer>['done'],
): CommandNote | null {
  if (given.outcome === 'done') {
    const text = typeof done === 'function' ? done(given.answer) : done;
    return text === undefined ? null : { tone: 'done', text };
  }
  if (given.outcome === 'refused') return { tone: 'refused', text: toSentence(given.error.message) };
  const text = 'It is not known yet whether it happened: see the top of the page.';
  return { tone: 'open', text, requestId: given.requestId };
}

export function toSentence(message: string): string {
  const text = message.charAt(0).toUpperCase() + message.slice(1);
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

function useMounted() {
  const mounted = useRef(true);
  useEffect(() => {
    mounted.current = true;
    return () => {
      mounted.current = false;
    };
  }, []);
  return mounted;
}
