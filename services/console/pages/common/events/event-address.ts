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

/** @param occurredAt ISO-8601 @param kept the filter of the address */
export function eventAddress(id: string, occurredAt: string, kept = ''): string {
  const range = { from: occurredAt, to: occurredAt, event: id };
  return `${pagePaths.events}?${new URLSearchParams({ ...Object.fromEntries(new URLSearchParams(kept)), ...range })}`;
}
