import { createContext, useContext } from 'react';
import type { SignedIn } from './answers.ts';
import type { SessionKeeper } from './session-keeper.ts';

/** A tab in which a member is signed in. */
interface MemberTab extends SignedIn {
  readonly keeper: SessionKeeper;
}

/** Null in a tab with an API key of its own. */
export const SessionContext = createContext<MemberTab | null>(null);

/** Who is signed in; null in a tab that reads with an API key. */
export function useSession(): MemberTab | null {
  return useContext(SessionContext);
}

/** Who is signed in, on pages that only they get. @throws Error elsewhere, which is a mistake in the code */
export function useMember(): MemberTab {
  const session = useSession();
  if (session === null) throw new Error('useMember where nobody is signed in');
  return session;
}
