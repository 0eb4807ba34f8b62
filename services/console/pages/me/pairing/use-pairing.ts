import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { PairingAnswer } from '../../console-api/answers.ts';
import { consoleQueryKey, useConsoleAnswer } from '../../console-api/use-console-answer.ts';
import {
  isPairingOver,
  pairingStateOf,
  type ShownPairingState,
  tokenPairingStateOf,
} from './pairing-state.ts';

const askEveryMs = 1_000;
/** After this many ms, the page polls less often. */
const soonMs = 5 * 60_000;
const askLaterEveryMs = 15_000;
/** After the first report, the page polls for further kinds of messages. */
const askForKindsEveryMs = 5_000;

interface WatchedPairing {
  readonly latest: PairingAnswer | undefined;
  readonly state: ShownPairingState;
}

/** After the pairing, polls the device, which outlives the code. */
export function usePairingState(id: string): WatchedPairing {
  const path = `me/pairing-codes/${id}`;
  const code = useConsoleAnswer<PairingAnswer>(path, {
    everyMs: (latest, refusal) => (pairingStateOf(latest, refusal) === 'waiting' ? askEveryMs : false),
  });
  const device = code.body?.device?.id;
  const plugin = useConsoleAnswer<PairingAnswer>(`${path}?device=${device}`, {
    enabled: device !== undefined,
    everyMs: (latest, refusal) => {
      const state = pairingStateOf(latest, refusal);
      if (state === 'reported') return askForKindsEveryMs;
      return isPairingOver(state) ? false : askEveryMs;
    },
  });
  const latest = plugin.body ?? code.body;
  const state = pairingStateOf(latest, device === undefined ? code.error : plugin.error);
  const isShown = useOwnPageRefresh(state === 'reported');
  return { latest, state: state === 'reported' && !isShown ? 'paired' : state };
}

/** The device is missing until the hub has processed it. */
export function useTokenPairingState(id: string) {
  const [since] = useState(() => Date.now());
  const device = useConsoleAnswer<PairingAnswer>(`me/device-tokens/${id}`, {
    everyMs: (latest) => {
      const state = tokenPairingStateOf(latest);
      if (state === 'reported') return askForKindsEveryMs;
      if (state !== 'paired') return false;
      return Date.now() - since < soonMs ? askEveryMs : askLaterEveryMs;
    },
  });
  const state = tokenPairingStateOf(device.body);
  const isShown = useOwnPageRefresh(state === 'reported');
  return { latest: device.body, state: state === 'reported' && !isShown ? ('paired' as const) : state };
}

/**
 * The page must not say that the member has no account while the notice names the account.
 * @returns whether the page was loaded again
 */
function useOwnPageRefresh(isReported: boolean): boolean {
  const cache = useQueryClient();
  const [isDone, setIsDone] = useState(false);
  useEffect(() => {
    if (!isReported) return;
    const asked = cache.invalidateQueries({ queryKey: [consoleQueryKey, 'me'], exact: true });
    void asked.then(() => setIsDone(true));
  }, [cache, isReported]);
  return isDone;
}
