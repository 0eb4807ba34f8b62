import { HubError } from '../../../../../shared/client/hub-error.ts';
import type { PairingAnswer } from '../../console-api/answers.ts';

/** `forgotten`: the page cannot tell whether a plugin was paired. */
export type ShownPairingState = PairingAnswer['state'] | 'forgotten';

/** Nobody can use a code that the hub does not know for this member. */
export function pairingStateOf(latest: PairingAnswer | undefined, error: Error | null): ShownPairingState {
  const state = latest?.state ?? 'waiting';
  const isUnknown = error instanceof HubError && error.code === 'not_found';
  return !isPairingOver(state) && isUnknown ? 'forgotten' : state;
}

/** Pasted settings never wait for a plugin to be paired. */
export function tokenPairingStateOf(latest: PairingAnswer | undefined): 'paired' | 'reported' | 'revoked' {
  if (latest?.state === 'reported') return 'reported';
  return latest?.device?.status === 'revoked' ? 'revoked' : 'paired';
}

export function isPairingOver(state: ShownPairingState): boolean {
  return state !== 'waiting' && state !== 'paired';
}
