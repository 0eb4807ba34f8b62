import { HubError } from '../../../../../shared/client/hub-error.ts';
import type { PairingAnswer } from '../../console-api/answers.ts';

/** `forgotten`: the hub does not know the code any more, and whether a plugin was paired with it is not known here. */
export type ShownPairingState = PairingAnswer['state'] | 'forgotten';

/** What came of a code, by the latest answer about it. One that the hub does not know of this member cannot be used. */
export function pairingStateOf(latest: PairingAnswer | undefined, error: Error | null): ShownPairingState {
  const state = latest?.state ?? 'waiting';
  const isUnknown = error instanceof HubError && error.code === 'not_found';
  return !isPairingOver(state) && isUnknown ? 'forgotten' : state;
}

/** What came of settings that were pasted: there is a device from the beginning, and it may be revoked meanwhile. */
export function tokenPairingStateOf(latest: PairingAnswer | undefined): 'paired' | 'reported' | 'revoked' {
  if (latest?.state === 'reported') return 'reported';
  return latest?.device?.status === 'revoked' ? 'revoked' : 'paired';
}

/** Whether nothing more comes of a code. */
export function isPairingOver(state: ShownPairingState): boolean {
  return state !== 'waiting' && state !== 'paired';
}
