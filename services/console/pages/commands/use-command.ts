import { useQueryClient } from '@tanstack/react-query';
import { createContext, useContext, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { askConsole } from '../console-api/ask-console.ts';
import { isSignedOutError } from '../console-api/session-keeper.ts';
import { consoleQueryKey } from '../console-api/use-console-answer.ts';
import { useMemberSession } from '../console-api/use-session.ts';
import type { CommandLedger, CommandResponse } from './command-ledger.ts';

/** The commands of this tab. */
export const CommandLedgerContext = createContext<CommandLedger | null>(null);

/** @throws Error outside of the context, which is a mistake in the code */
export function useCommandLedger(): CommandLedger {
  const ledger = useContext(CommandLedgerContext);
  if (ledger === null) throw new Error('useCommandLedger outside of CommandLedgerContext');
  return ledger;
}

/** What one says about a command beside its button. */
export interface CommandNote {
  readonly tone: 'done' | 'refused' | 'open';
  readonly text: string;
  /** The request of an open command: the note goes with its line at the top of the page. */
  readonly requestId?: string;
}

export interface CommandOptions<Answer = object> {
  /** The route, without its base. */
  readonly path: string;
  readonly body?: object;
  /** What it does, in words, should somebody ask after a reload: `Revoke the key map`. */
  readonly what: string;
  /** What is said once it is in effect; nothing when not given, where the page itself shows it. */
  readonly done?: string | ((answer: Answer) => string);
  /** Whether the answer holds something that has to be made anew once it is lost. */
  readonly showsSecret?: boolean;
  /** Whether what it answers waits for nothing else, since it is shown only once; as `showsSecret` when not given. */
  readonly isShownAtOnce?: boolean;
}

export interface CommandHandle<Answer> {
  /**
   * While this is so, the button is to be `aria-disabled`: not `disabled`, which would take the focus from it. A second
   * press does nothing.
   */
  readonly isRunning: boolean;
  readonly note: CommandNote | null;
  /** Carries it out, and has all answers of the console asked for again: first, unless it is `atOnce`. @returns null where it did not happen, or that is not known */
  readonly give: (options: CommandOptions<Answer>) => Promise<Answer | null>;
  readonly clear: () => void;
}

/** A command of the member who is signed in; one at a time. */
export function useCommand<Answer = object>(): CommandHandle<Answer> {
  const ledger = useCommandLedger();
  const { keeper } = useMemberSession();
  const cache = useQueryClient();
  const [isRunning, setIsRunning] = useState(false);
  const [note, setNote] = useState<CommandNote | null>(null);
  const isClosed = useIsClosed(ledger, note?.requestId);
  // What a component that has gone says is heard by nobody; of two presses before it is drawn anew, one counts.
  const busy = useRef(false);
  const mounted = useMounted();

  async function give(options: CommandOptions<Answer>): Promise<Answer | null> {
    const { path, body, what, done, showsSecret = false, isShownAtOnce = showsSecret } = options;
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
      const asked = cache.invalidateQueries({ queryKey: [consoleQueryKey] });
      // Until the answers are those of after the command, so that nobody sees it done beside what was before.
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

/** Whether the ledger holds a command no more; false of none. */
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

/** A message of the hub as a sentence. */
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
