export interface Tabs {
  readonly locks: {
    request(
      name: string,
      options: { steal: true } | { signal: AbortSignal },
      whileHeld: () => Promise<void>,
    ): Promise<unknown>;
  };
  openChannel(name: string): TabChannel;
  /** The tab's document. */
  readonly page: Listenable & { readonly visibilityState: string };
}

type Listenable = Pick<EventTarget, 'addEventListener' | 'removeEventListener'>;

export interface TabChannel extends Listenable {
  postMessage(message: unknown): void;
  close(): void;
}

interface BrowserGlobals {
  readonly document: Tabs['page'];
  readonly navigator: { readonly locks?: Tabs['locks'] };
  readonly BroadcastChannel: new (name: string) => TabChannel;
}

/**
 * Null outside of a browser, and without a secure context, such as plain http from another machine:
 * browsers have no locks there.
 */
export function tabsOfBrowser(): Tabs | null {
  const { document, navigator, BroadcastChannel }: Partial<BrowserGlobals> = globalThis;
  if (document === undefined || navigator?.locks === undefined || BroadcastChannel === undefined) return null;
  return { locks: navigator.locks, openChannel: (name) => new BroadcastChannel(name), page: document };
}

/**
 * Leads whenever it is this tab's turn, until the signal. A visible tab takes the lead, because
 * browsers run the timers of hidden tabs once a minute.
 * @param lead ends when its signal does
 * @throws what `lead` throws
 */
export async function takeTurns(
  tabs: Tabs,
  name: string,
  lead: (signal: AbortSignal) => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  // The only message on this channel is that the leading tab is hidden now.
  const hidden = tabs.openChannel(`${name} turns`);
  try {
    for (let steals = isVisible(tabs); !signal.aborted; ) {
      steals = await takeTurn({ tabs, name, hidden, steals, lead, signal });
    }
  } finally {
    hidden.close();
  }
}

interface Turn {
  readonly tabs: Tabs;
  readonly name: string;
  readonly hidden: TabChannel;
  readonly steals: boolean;
  readonly lead: (signal: AbortSignal) => Promise<void>;
  readonly signal: AbortSignal;
}

/** @returns whether to steal the lead next */
async function takeTurn({ tabs, name, hidden, steals, lead, signal }: Turn): Promise<boolean> {
  const turn = new AbortController();
  const end = () => turn.abort();
  let stealsNext = false;
  let led: Promise<void> | undefined;
  const takeOver = () => {
    stealsNext = true;
    end();
  };
  const onVisibility = () => {
    if (isVisible(tabs)) takeOver();
    else if (led !== undefined) hidden.postMessage('hidden');
  };
  const onHidden = () => {
    if (isVisible(tabs) && led === undefined) takeOver();
  };
  signal.addEventListener('abort', end, { once: true });
  tabs.page.addEventListener('visibilitychange', onVisibility);
  hidden.addEventListener('message', onHidden);
  try {
    await tabs.locks.request(name, steals ? { steal: true } : { signal: turn.signal }, () => {
      led = lead(turn.signal);
      return led;
    });
  } catch (error) {
    // Another tab stole the lock, or the turn ended before it began.
    if (!(error instanceof Error && error.name === 'AbortError')) throw error;
  } finally {
    end();
    await led;
    tabs.page.removeEventListener('visibilitychange', onVisibility);
    hidden.removeEventListener('message', onHidden);
    signal.removeEventListener('abort', end);
  }
  return stealsNext;
}

function isVisible({ page }: Tabs): boolean {
  return page.visibilityState === 'visible';
}
