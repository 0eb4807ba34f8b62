import { createContext, useContext } from 'react';
import type { SessionAnswer } from './answers.ts';
import type { SessionKeeper } from './session-keeper.ts';

/** A tab in which a member is signed in. */
interface MemberSession extends SessionAnswer {
  readonly keeper: SessionKeeper;
}

/** Null in a tab with an API key of its own. */
export const SessionContext = createContext<MemberSession | null>(null);

/** Who is signed in; null in a tab that reads with an API key. */
export function useSession(): MemberSession | null {
  return useContext(SessionContext);
}

/** Who is signed in, on pages that only they get. @throws Error elsewhere, which is a mistake in the code */
export function useMemberSession(): MemberSession {
  const session = useSession();
  if (session === null) throw new Error('useMemberSession where nobody is signed in');
  return session;
}
