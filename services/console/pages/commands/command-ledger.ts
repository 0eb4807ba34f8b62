import { HubError } from '../../../../shared/client/hub-error.ts';
import { createStore, type Store } from '../state/store.ts';

/** A command whose result this tab has not shown yet. */
export interface OpenCommand {
  /** By which the hub knows it. */
  readonly requestId: string;
  /** What it does, in words: `Revoke the key map`. */
  readonly what: string;
  /** Whether the answer held something that is shown only once, as the secret of a key. */
  readonly showsSecret: boolean;
  /** When it was given, epoch ms. */
  readonly at: number;
  /** Whether the request is under way in this page; false after a reload, and when no answer came. */
  readonly isRunning: boolean;
  /** Why no result came; null when the page was left meanwhile. */
  readonly waitsFor: string | null;
}

/** What became of a command, as far as its own answer says. */
export type CommandResponse<Answer> =
  | { readonly outcome: 'done'; readonly answer: Answer }
  | { readonly outcome: 'refused'; readonly error: HubError }
  /** It may have happened: the ledger keeps it, and the hub is asked about it. */
  | { readonly outcome: 'open'; readonly requestId: string; readonly message: string };

export interface CommandLedger {
  readonly open: Store<readonly OpenCommand[]>;
  /** Gives a command and waits for its answer. Never rejects. */
  give<Answer>(
    command: Pick<OpenCommand, 'what' | 'showsSecret'>,
    send: (requestId: string) => Promise<Answer>,
  ): Promise<CommandResponse<Answer>>;
  close(requestId: string): void;
}

export interface CommandLedgerOptions {
  readonly storage: Pick<Storage, 'getItem' | 'setItem'>;
  readonly newId: () => string;
  readonly now: () => number;
  /** Who gives the commands: whoever signs in later in the same tab neither sees them nor is asked about them. */
  readonly memberId: string;
}

/** More than anybody leaves open; what is older goes. */
const openMax = 20;

/**
 * Remembers a member's commands of this tab until their result was shown, over reloads too: the hub knows each by its request id,
 * so that a page that was left in the middle can say whether it happened.
 */
export function openCommandLedger({ storage, newId, now, memberId }: CommandLedgerOptions): CommandLedger {
  const place = `hub-commands:${memberId}`;
  const open = createStore<readonly OpenCommand[]>(storedIn(storage, place));

  function keep(commands: readonly OpenCommand[]): void {
    open.set(commands.slice(-openMax));
    storage.setItem(place, JSON.stringify(open.get()));
  }

  function close(requestId: string): void {
    keep(open.get().filter((each) => each.requestId !== requestId));
  }

  return {
    open,
    close,
    give: async (command, send) => {
      const given = { ...command, requestId: newId(), at: now(), isRunning: true, waitsFor: null };
      keep([...open.get(), given]);
      try {
        const answer = await send(given.requestId);
        close(given.requestId);
        return { outcome: 'done', answer };
      } catch (error) {
        const refusal = error instanceof HubError ? error : new HubError('failed', 'the page failed');
        if (isKnownRefusal(refusal)) {
          close(given.requestId);
          return { outcome: 'refused', error: refusal };
        }
        const left = { ...given, isRunning: false, waitsFor: refusal.message };
        keep(open.get().map((each) => (each.requestId === given.requestId ? left : each)));
        return { outcome: 'open', requestId: given.requestId, message: refusal.message };
      }
    },
  };
}

/** Whether the command certainly did not happen; what came with another status, or none, may have been stored. */
function isKnownRefusal({ code, status }: HubError): boolean {
  return status !== null && status >= 400 && status < 500 && code !== 'already_given';
}

function storedIn(storage: CommandLedgerOptions['storage'], place: string): OpenCommand[] {
  try {
    const stored: unknown = JSON.parse(storage.getItem(place) ?? '[]');
    if (!Array.isArray(stored)) return [];
    return stored.filter(isOpenCommand).map((command) => ({ ...command, running: false }));
  } catch {
    return [];
  }
}

function isOpenCommand(value: unknown): value is OpenCommand {
  const { requestId, what, showsSecret, at } = (value ?? {}) as Partial<Record<keyof OpenCommand, unknown>>;
  return (
    typeof requestId === 'string' &&
    typeof what === 'string' &&
    typeof showsSecret === 'boolean' &&
    typeof at === 'number'
  );
}
