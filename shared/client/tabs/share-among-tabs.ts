import { deferred } from '../deferred.ts';
import { HubError } from '../hub-error.ts';
import { type TabChannel, type Tabs, takeTurns } from './tabs.ts';

/** The data that one tab follows and all tabs show. */
export interface Shared<Message> {
  /**
   * Called once, first. `send` gives a message to every tab, and waits until this tab has received
   * it.
   */
  join(send: (message: Message) => Promise<void>): void;
  /** Follows until the signal, from what this tab has received. */
  lead(signal: AbortSignal): Promise<void>;
  /** In every tab, for each message in turn. `askAgain` asks the leader for its greeting. */
  receive(message: Message, askAgain: () => void): Promise<void>;
  /** For a tab that has just come; null when there is nothing yet. */
  greeting(): Message | null;
}

type Envelope<Message> =
  | { readonly kind: 'message'; readonly message: Message }
  | { readonly kind: 'hello' }
  | { readonly kind: 'here' }
  | { readonly kind: 'failed'; readonly error: Refusal };

/** The copy of a HubError in a channel, which clones an error without its own properties. */
type Refusal = Pick<HubError, 'code' | 'message' | 'status' | 'details'>;

/**
 * A tab leads, and the other tabs receive from it. The next tab takes over when the leader goes.
 * @param name the same in all tabs that share the same data
 * @throws what `lead` or `receive` throws; the leader's HubError in every tab, so that no tab
 * repeats a refused request
 */
export async function shareAmongTabs<Message>(
  tabs: Tabs | null,
  name: string,
  shared: Shared<Message>,
  signal: AbortSignal,
): Promise<void> {
  if (signal.aborted) return;
  if (tabs === null) {
    shared.join((message) => shared.receive(message, () => {}));
    await shared.lead(signal);
    return;
  }
  const member = new Member(tabs.openChannel(name), shared);
  const end = () => member.end();
  signal.addEventListener('abort', end, { once: true });
  try {
    const turns = takeTurns(tabs, name, (turn) => member.lead(turn), member.ended);
    await Promise.race([turns, member.failure]);
  } finally {
    signal.removeEventListener('abort', end);
    member.end();
  }
}

class Member<Message> {
  readonly #channel: TabChannel;
  readonly #shared: Shared<Message>;
  readonly #ending = new AbortController();
  readonly #failure = deferred<never>();
  #leads = false;
  /** Whether another tab is or was there. Saves messages to nobody. */
  #hasOthers = false;
  #received = Promise.resolve();

  constructor(channel: TabChannel, shared: Shared<Message>) {
    this.#channel = channel;
    this.#shared = shared;
    shared.join((message) => this.#send(message));
    channel.addEventListener('message', this.#onMessage);
    this.#hello();
  }

  get ended(): AbortSignal {
    return this.#ending.signal;
  }

  /** Never resolves. */
  get failure(): Promise<never> {
    return this.#failure.promise;
  }

  end(): void {
    if (this.ended.aborted) return;
    this.#ending.abort();
    this.#channel.removeEventListener('message', this.#onMessage);
    this.#channel.close();
  }

  async lead(signal: AbortSignal): Promise<void> {
    this.#leads = true;
    try {
      await this.#shared.lead(signal);
    } catch (error) {
      if (error instanceof HubError) {
        const { code, message, status, details } = error;
        this.#post({ kind: 'failed', error: { code, message, status, details } });
      }
      throw error;
    } finally {
      this.#leads = false;
    }
  }

  readonly #hello = (): void => {
    this.#post({ kind: 'hello' });
  };

  readonly #onMessage = (event: Event): void => {
    // Only this class posts to the channel, on pages of this origin.
    const envelope = (event as Event & { readonly data: Envelope<Message> }).data;
    this.#hasOthers = true;
    if (envelope.kind === 'message') this.#receive(envelope.message).catch(this.#failure.reject);
    else if (envelope.kind === 'failed') this.#failure.reject(refusedElsewhere(envelope.error));
    else if (envelope.kind === 'hello') this.#post(this.#greeting());
  };

  #greeting(): Envelope<Message> {
    const message = this.#leads ? this.#shared.greeting() : null;
    return message === null ? { kind: 'here' } : { kind: 'message', message };
  }

  #send(message: Message): Promise<void> {
    if (this.#hasOthers) this.#post({ kind: 'message', message });
    return this.#receive(message);
  }

  #receive(message: Message): Promise<void> {
    this.#received = this.#received.then(() =>
      this.ended.aborted ? undefined : this.#shared.receive(message, this.#hello),
    );
    return this.#received;
  }

  #post(envelope: Envelope<Message>): void {
    if (!this.ended.aborted) this.#channel.postMessage(envelope);
  }
}

function refusedElsewhere({ code, message, status, details }: Refusal): HubError {
  return new HubError(code, message, { status, details });
}
