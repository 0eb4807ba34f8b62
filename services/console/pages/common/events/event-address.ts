import { pagePaths } from '../../../page-paths.ts';

interface EventChoice {
  readonly account: string;
  /** With commas. */
  readonly types: string;
  /** ISO-8601, like `to`. */
  readonly from: string;
  readonly to: string;
}

/** The events of an account in a range. */
export function eventsAddress({ account, types, from, to }: EventChoice): string {
  return `${pagePaths.events}?${new URLSearchParams({ account, types, from, to })}`;
}

/** The types of drops. */
export const lootTypes = 'loot,pk_loot';

/** @param occurredAt ISO-8601 */
export function eventAddress(id: string, occurredAt: string): string {
  return `${pagePaths.events}?${new URLSearchParams({ from: occurredAt, to: occurredAt, event: id })}`;
}
