import { useState } from 'react';
import type { PairingAnswer } from '../../console-api/answers.ts';
import { useConsoleAnswer } from '../../console-api/use-console-answer.ts';
import {
  isPairingOver,
  pairingStateOf,
  type ShownPairingState,
  tokenPairingStateOf,
} from './pairing-state.ts';

const askEveryMs = 1_000;
/** A page may stay open until the settings are pasted. After this time it polls less often. */
const soonMs = 5 * 60_000;
const askLaterEveryMs = 15_000;

interface WatchedPairing {
  readonly latest: PairingAnswer | undefined;
  readonly state: ShownPairingState;
}

/** Polls a code until its state is final. After the pairing it polls the device, which outlives the code. */
export function usePairingState(id: string): WatchedPairing {
  const path = `me/pairing-codes/${id}`;
  const code = useConsoleAnswer<PairingAnswer>(path, {
    everyMs: (latest, refusal) => (pairingStateOf(latest, refusal) === 'waiting' ? askEveryMs : false),
  });
  const device = code.body?.device?.id;
  const plugin = useConsoleAnswer<PairingAnswer>(`${path}?device=${device}`, {
    enabled: device !== undefined,
    everyMs: (latest, refusal) => (isPairingOver(pairingStateOf(latest, refusal)) ? false : askEveryMs),
  });
  const latest = plugin.body ?? code.body;
  return { latest, state: pairingStateOf(latest, device === undefined ? code.error : plugin.error) };
}

/** Polls a device with a token until it has reported. The device is missing until the hub has processed it. */
export function useTokenPairingState(id: string) {
  const [since] = useState(() => Date.now());
  const device = useConsoleAnswer<PairingAnswer>(`me/device-tokens/${id}`, {
    everyMs: (latest) => {
      if (tokenPairingStateOf(latest) !== 'paired') return false;
      return Date.now() - since < soonMs ? askEveryMs : askLaterEveryMs;
    },
  });
  return { latest: device.body, state: tokenPairingStateOf(device.body) };
}
