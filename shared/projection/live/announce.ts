import type { Sql } from '../../postgres/database.ts';
import { type Notifications, projectionChannel } from '../../postgres/notifications.ts';

/**
 * Announced when a generation is built, promoted, resumed or dropped, when leases are given back,
 * and when barriers change.
 */
export const generationsChanged = 'generations';
/** Before the name of a projection: its watermarks moved without a record. */
export const watermarksOf = 'watermarks of ';

/**
 * In a transaction, the news is sent at the commit.
 * @param news names of projections whose rows changed, or the values above
 */
export async function announce(sql: Sql, news: readonly string[]): Promise<void> {
  await sql.run({
    text: 'select pg_notify($1, news) from unnest($2::text[]) as news',
    values: [projectionChannel, news],
  });
}

/** @returns a function that stops listening */
export function onAnnounced(
  notifications: Notifications,
  awaited: readonly string[],
  listener: () => void,
): () => void {
  return notifications.on(projectionChannel, (news) => {
    // Empty after a reconnect: announcements may have been missed.
    if (news === '' || awaited.includes(news)) listener();
  });
}
