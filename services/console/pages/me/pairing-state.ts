import { HubError } from '../../../../shared/client/hub-error.ts';
import type { PairingState } from '../console/answers.ts';

/** What came of a code, by the latest answer about it. One that the hub does not know of this member cannot be used. */
export function stateOfPairing(latest: PairingState | undefined, error: Error | null): PairingState['state'] {
  const state = latest?.state ?? 'waiting';
  const isUnknown = error instanceof HubError && error.code === 'not_found';
  return state === 'waiting' && isUnknown ? 'expired' : state;
}
