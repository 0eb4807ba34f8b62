import type { HubEvent } from '../../../../shared/client/api.ts';
import { pagePaths } from '../../page-paths.ts';

/** The address of one event: the range of its own instant, in which it is marked, however old it is. */
export function eventPage({ id, occurred_at: at }: Pick<HubEvent, 'id' | 'occurred_at'>): string {
  return `${pagePaths.events}?${new URLSearchParams({ from: at, to: at, event: id })}`;
}
