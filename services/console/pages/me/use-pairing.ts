import type { PairingState } from '../console/answers.ts';
import { useConsole } from '../console/use-console.ts';
import { isOver, type ShownPairing, stateOfPairing } from './pairing-state.ts';

const askEveryMs = 1_000;

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
