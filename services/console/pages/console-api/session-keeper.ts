import { HubError } from '../../../../shared/client/hub-error.ts';
import { createStore, type Store } from '../state/store.ts';
import type { SessionAnswer } from './answers.ts';

/** `hasEnded`: a member was signed in until now. */
export type SessionState =
  | { readonly state: 'asking' }
  | { readonly state: 'nobody'; readonly hasEnded: boolean }
  | { readonly state: 'member'; readonly session: SessionAnswer }
  | { readonly state: 'away' };

export interface SessionKeeper {
  readonly state: Store<SessionState>;
  /** Keeps the signed-in member while the hub does not answer. Never rejects. */
  readonly ask: () => Promise<SessionState>;
  readonly end: () => void;
}

/** @param askSession rejects with the hub's 401 when nobody is signed in */
export function createSessionKeeper(askSession: () => Promise<SessionAnswer>): SessionKeeper {
  const state = createStore<SessionState>({ state: 'asking' });

  function end(): void {
    const { state: before } = state.get();
    if (before !== 'nobody') state.set({ state: 'nobody', hasEnded: before === 'member' });
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

/** A console that only serves pages does not know the address of sessions. */
function isNobody(error: unknown): boolean {
  return error instanceof HubError && (error.status === 401 || error.status === 404);
}

export function isSignedOutError(error: unknown): boolean {
  return error instanceof HubError && error.code === 'not_signed_in';
}
