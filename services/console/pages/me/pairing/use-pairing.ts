import { useState } from 'react';
import type { PairingState } from '../../console-api/answers.ts';
import { useConsole } from '../../console-api/use-console-answer.ts';
import { isOver, type ShownPairing, stateOfPairing, stateOfToken } from './pairing-state.ts';

const askEveryMs = 1_000;
/** Settings may be pasted much later, in a page that stays open: after so long it asks less often. */
const soonMs = 5 * 60_000;
const askLaterEveryMs = 15_000;

interface WatchedPairing {
  readonly latest: PairingState | undefined;
  readonly state: ShownPairing;
}

/** Watches a code until nothing more comes of it; the plugin that used it by its own id, which stays when the code goes. */
export function usePairing(id: string): WatchedPairing {
  const path = `me/pairing-codes/${id}`;
  const code = useConsole<PairingState>(path, {
    everyMs: (latest, refusal) => (stateOfPairing(latest, refusal) === 'waiting' ? askEveryMs : false),
  });
  const device = code.body?.device?.id;
  const plugin = useConsole<PairingState>(`${path}?device=${device}`, {
    enabled: device !== undefined,
    everyMs: (latest, refusal) => (isOver(stateOfPairing(latest, refusal)) ? false : askEveryMs),
  });
  const latest = plugin.body ?? code.body;
  return { latest, state: stateOfPairing(latest, device === undefined ? code.error : plugin.error) };
}

/** Watches a device with a token until it has reported; before the hub has processed it there is none yet. */
export function useTokenPairing(id: string) {
  const [since] = useState(() => Date.now());
  const device = useConsole<PairingState>(`me/device-tokens/${id}`, {
    everyMs: (latest) => {
      if (stateOfToken(latest) !== 'paired') return false;
      return Date.now() - since < soonMs ? askEveryMs : askLaterEveryMs;
    },
  });
  return { latest: device.body, state: stateOfToken(device.body) };
}
