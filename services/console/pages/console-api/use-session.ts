import { createContext, useContext } from 'react';
import type { SessionAnswer } from './answers.ts';
import type { SessionKeeper } from './session-keeper.ts';

interface MemberSession extends SessionAnswer {
  readonly keeper: SessionKeeper;
}

/** Null in a tab with its own API key. */
export const SessionContext = createContext<MemberSession | null>(null);

/** Null in a tab with an API key. */
export function useSession(): MemberSession | null {
  return useContext(SessionContext);
}

/** @throws Error when nobody is signed in */
export function useMemberSession(): MemberSession {
  const session = useSession();
  if (session === null) throw new Error('useMemberSession where nobody is signed in');
  return session;
}
