import { HubError } from '../../../../shared/client/hub-error.ts';
import { createStore, type Store } from '../state/store.ts';

export interface OpenCommand {
  readonly requestId: string;
  /** In words: `Revoke the key map`. */
  readonly what: string;
  /** Whether the answer is shown only once, like the secret of an API key. */
  readonly showsSecret: boolean;
  /** Epoch ms. */
  readonly at: number;
  /** Whether this page waits for the answer. False after a reload, and when no answer came. */
  readonly isRunning: boolean;
  /** The reason why no result came. Null while the page waits, and after a reload in that time. */
  readonly waitsFor: string | null;
}

export type CommandResponse<Answer> =
  | { readonly outcome: 'done'; readonly answer: Answer }
  | { readonly outcome: 'refused'; readonly error: HubError }
  /** The command may have happened: the hub is asked about it. */
  | { readonly outcome: 'open'; readonly requestId: string; readonly message: string };

export interface CommandLedger {
  readonly open: Store<readonly OpenCommand[]>;
  /** Never rejects. */
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
  /** Another member in the same tab does not see the commands. */
  readonly memberId: string;
}

/** Older commands are dropped. */
const openMax = 20;

/**
 * Commands survive reloads, so that a page can ask the hub by request id whether a command
 * happened.
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

/** With another status, or none, the command may be stored. */
function isKnownRefusal({ code, status }: HubError): boolean {
  return status !== null && status >= 400 && status < 500 && code !== 'already_given';
}

function storedIn(storage: CommandLedgerOptions['storage'], place: string): OpenCommand[] {
  try {
    const stored: unknown = JSON.parse(storage.getItem(place) ?? '[]');
    if (!Array.isArray(stored)) return [];
    return stored.filter(isOpenCommand).map((command) => ({ ...command, isRunning: false }));
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
