import type { NewPairingCode } from '../../console-api/answers.ts';

const place = 'hub-pairing';

/**
 * The hub shows a code once, and a reload must not lose it. Null for another member's code, which
 * would pair a plugin with that member.
 */
export function readStoredPairingCode(
  storage: Pick<Storage, 'getItem'>,
  memberId: string,
  now: number,
): NewPairingCode | null {
  try {
    const stored: unknown = JSON.parse(storage.getItem(place) ?? 'null');
    const { member, pairing } = (stored ?? {}) as Partial<Record<'member' | 'pairing', unknown>>;
    return member === memberId && isPairing(pairing) && Date.parse(pairing.expires_at) > now ? pairing : null;
  } catch {
    return null;
  }
}

export function storePairingCode(
  storage: Pick<Storage, 'setItem' | 'removeItem'>,
  memberId: string,
  pairing: NewPairingCode | null,
): void {
  if (pairing === null) storage.removeItem(place);
  else storage.setItem(place, JSON.stringify({ member: memberId, pairing }));
}

function isPairing(value: unknown): value is NewPairingCode {
  const { id, code, address, expires_at } = (value ?? {}) as Partial<Record<keyof NewPairingCode, unknown>>;
  return [id, code, address, expires_at].every((part) => typeof part === 'string');
}
