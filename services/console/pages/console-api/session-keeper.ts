import { HubError } from '../../../../shared/client/hub-error.ts';
import { createStore, type Store } from '../state/store.ts';
import type { SessionAnswer } from './answers.ts';

/** Who is signed in, as this tab knows it. `ended`: somebody was, until now. */
export type SessionState =
  | { readonly state: 'asking' }
  | { readonly state: 'nobody'; readonly ended: boolean }
  | { readonly state: 'member'; readonly session: SessionAnswer }
  | { readonly state: 'away' };

export interface SessionKeeper {
  readonly state: Store<SessionState>;
  /** Asks the hub who is signed in. While it does not answer, what was known stays. Never rejects. */
  readonly ask: () => Promise<SessionState>;
  /** The hub said that nobody is signed in any more. */
  readonly end: () => void;
}

/** @param askSession rejects with the hub's 401 where nobody is signed in */
export function createSessionKeeper(askSession: () => Promise<SessionAnswer>): SessionKeeper {
  const state = createStore<SessionState>({ state: 'asking' });

  function end(): void {
    const { state: before } = state.get();
    if (before !== 'nobody') state.set({ state: 'nobody', ended: before === 'member' });
  }

  return {
    state,
    end,
    ask: async () => {
      try {
        state.set({ state: 'member', session: await askSession() });
      } catch (error) {
        if (isNobody(error)) end();
        else if (state.get().state !== 'member') state.set({ state: 'away' });
      }
      return state.get();
    },
  };
}

/** A console without sign-in, as one that serves the pages alone, knows no such address. */
function isNobody(error: unknown): boolean {
  return error instanceof HubError && (error.status === 401 || error.status === 404);
}

/** Whether an answer says that the session has ended. */
export function isSignedOutError(error: unknown): boolean {
  return error instanceof HubError && error.code === 'not_signed_in';
}
