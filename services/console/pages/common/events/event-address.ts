import { pagePaths } from '../../../page-paths.ts';

interface EventChoice {
  /** Missing: all accounts. */
  readonly account?: string;
  /** With commas. */
  readonly types: string;
  /** ISO-8601, like `to`. */
  readonly from: string;
  readonly to: string;
}

/** The events of a range. */
export function eventsAddress(choice: EventChoice): string {
  return `${pagePaths.events}?${new URLSearchParams({ ...choice })}`;
}

/** The types of drops. */
export const lootTypes = 'loot,pk_loot';

/** @param occurredAt ISO-8601 */
export function eventAddress(id: string, occurredAt: string): string {
  return `${pagePaths.events}?${new URLSearchParams({ from: occurredAt, to: occurredAt, event: id })}`;
}
