import type { NewPairingCode } from '../console/answers.ts';

const place = 'hub-pairing';

/** The code that this tab showed last, while it can be used: the hub shows it once, and a reload must not lose it. */
export function keptPairing(storage: Pick<Storage, 'getItem'>, now: number): NewPairingCode | null {
  try {
    const stored: unknown = JSON.parse(storage.getItem(place) ?? 'null');
    return isPairing(stored) && Date.parse(stored.expires_at) > now ? stored : null;
  } catch {
    return null;
  }
}

export function keepPairing(
  storage: Pick<Storage, 'setItem' | 'removeItem'>,
  pairing: NewPairingCode | null,
): void {
  if (pairing === null) storage.removeItem(place);
  else storage.setItem(place, JSON.stringify(pairing));
}

function isPairing(value: unknown): value is NewPairingCode {
  const { id, code, address, expires_at } = (value ?? {}) as Partial<Record<keyof NewPairingCode, unknown>>;
  return [id, code, address, expires_at].every((part) => typeof part === 'string');
}
