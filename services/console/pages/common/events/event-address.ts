import { pagePaths } from '../../../page-paths.ts';

/** @param occurredAt ISO-8601 */
export function eventAddress(id: string, occurredAt: string): string {
  return `${pagePaths.events}?${new URLSearchParams({ from: occurredAt, to: occurredAt, event: id })}`;
}
