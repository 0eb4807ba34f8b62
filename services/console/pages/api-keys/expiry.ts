import { dayMs } from '../../../../shared/domain/durations.ts';

/** Days until a new key expires; null means never. */
export const expiryChoices = [null, 7, 30, 90, 365] as const;

export function expiryText(days: number | null): string {
  if (days === null) return 'never';
  return days === 365 ? 'in one year' : `in ${days} days`;
}

export function expiryAfterDays(days: number | null, now: number): string | null {
  return days === null ? null : new Date(now + days * dayMs).toISOString();
}

/** @param address the address of the hub, without a slash at its end */
export function curlCommand(address: string, key: string): string {
  return `curl -H 'Authorization: Bearer ${key}' ${address}/api/v1/snapshot`;
}
