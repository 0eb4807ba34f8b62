/** What a browser gives its tabs to agree by; the global objects of these names have these shapes. */
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
 * The tabs of this browser; null outside of one, and on a page without a secure context (plain http from another machine),
 * where browsers have no locks: there each tab polls by itself.
 */
export function tabsOfBrowser(): Tabs | null {
  const { document, navigator, BroadcastChannel }: Partial<BrowserGlobals> = globalThis;
  if (document === undefined || navigator?.locks === undefined || BroadcastChannel === undefined) return null;
  return { locks: navigator.locks, openChannel: (name) => new BroadcastChannel(name), page: document };
}

/**
 * Leads whenever it is this tab's turn, until the signal. A tab that becomes visible takes the lead, because browsers slow
 * the timers of hidden ones down to one a minute.
 * @param lead ends when its signal does
 * @throws what `lead` throws
 */
export async function takeTurns(
  { locks, page }: Tabs,
  name: string,
  lead: (signal: AbortSignal) => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  const isVisible = () => page.visibilityState === 'visible';
  for (let steals = isVisible(); !signal.aborted; ) {
    const turn = new AbortController();
    const end = () => turn.abort();
    const onVisibility = () => {
      if (!isVisible()) return;
      steals = true;
      end();
    };
    signal.addEventListener('abort', end, { once: true });
    page.addEventListener('visibilitychange', onVisibility);
    const options = steals ? ({ steal: true } as const) : { signal: turn.signal };
    steals = false;
    let led = Promise.resolve();
    try {
      await locks.request(name, options, () => {
        led = lead(turn.signal);
        return led;
      });
    } catch (error) {
      // Another tab stole the lock, or the turn ended before it began.
      if (!(error instanceof Error && error.name === 'AbortError')) throw error;
    } finally {
      end();
      await led;
      page.removeEventListener('visibilitychange', onVisibility);
      signal.removeEventListener('abort', end);
    }
  }
}
