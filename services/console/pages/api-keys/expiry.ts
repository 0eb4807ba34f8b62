const dayMs = 86_400_000;

/** Days after which a new key is refused; null is never. */
export const expiryChoices = [null, 7, 30, 90, 365] as const;

/** In words. */
export function expiryText(days: number | null): string {
  return days === null ? 'never' : `in ${days} days`;
}

/** As a command takes it. */
export function expiryAfterDays(days: number | null, now: number): string | null {
  return days === null ? null : new Date(now + days * dayMs).toISOString();
}

/** One line for a terminal that reads with a key. */
export function curlCommand(origin: string, key: string): string {
  return `curl -H 'Authorization: Bearer ${key}' ${origin}/api/v1/snapshot`;
}
