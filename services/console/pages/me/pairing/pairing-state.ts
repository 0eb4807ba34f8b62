import { HubError } from '../../../../../shared/client/hub-error.ts';
import type { PairingState } from '../../console-api/answers.ts';

/** `forgotten`: the hub does not know the code any more, and whether a plugin was paired with it is not known here. */
export type ShownPairing = PairingState['state'] | 'forgotten';

/** What came of a code, by the latest answer about it. One that the hub does not know of this member cannot be used. */
export function stateOfPairing(latest: PairingState | undefined, error: Error | null): ShownPairing {
  const state = latest?.state ?? 'waiting';
  const isUnknown = error instanceof HubError && error.code === 'not_found';
  return !isOver(state) && isUnknown ? 'forgotten' : state;
}

/** What came of settings that were pasted: there is a device from the beginning, and it may be revoked meanwhile. */
export function stateOfToken(latest: PairingState | undefined): 'paired' | 'reported' | 'revoked' {
  if (latest?.state === 'reported') return 'reported';
  return latest?.device?.status === 'revoked' ? 'revoked' : 'paired';
}

/** Whether nothing more comes of a code. */
export function isOver(state: ShownPairing): boolean {
  return state !== 'waiting' && state !== 'paired';
}
