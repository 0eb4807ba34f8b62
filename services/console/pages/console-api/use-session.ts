import { createContext, useContext } from 'react';
import type { SessionAnswer } from './answers.ts';
import type { SessionKeeper } from './session-keeper.ts';

/** The session of a tab in which a member is signed in. */
interface MemberSession extends SessionAnswer {
  readonly keeper: SessionKeeper;
}

/** Null in a tab with its own API key. */
export const SessionContext = createContext<MemberSession | null>(null);

/** The signed-in member; null in a tab with an API key. */
export function useSession(): MemberSession | null {
  return useContext(SessionContext);
}

/**
 * The signed-in member, for pages that only members see.
 * @throws Error elsewhere, which is a programming error
 */
export function useMemberSession(): MemberSession {
  const session = useSession();
  if (session === null) throw new Error('useMemberSession where nobody is signed in');
  return session;
}
