import type { LockRole } from '../identity/hub-lock.ts';

/**
 * The most connections to PostgreSQL that a process of each role opens: the sizes of its pools, and
 * further sessions. A test compares the pools with those that a process opens.
 */
export const connectionNeeds: Readonly<
  Record<LockRole, { readonly pools: number; readonly sessions: number }>
> = {
  // Sessions: hub lock, notifications, append, lock of backups, backup or rebuild.
  hub: { pools: 32, sessions: 5 },
  // Sessions: hub lock, notifications, append.
  ingest: { pools: 12, sessions: 3 },
  // Sessions: hub lock, notifications, append, lock of backups, backup.
  projector: { pools: 13, sessions: 5 },
  // Sessions: hub lock, notifications.
  query: { pools: 15, sessions: 2 },
  // Sessions: hub lock, notifications, append.
  console: { pools: 12, sessions: 3 },
  command: { pools: 5, sessions: 3 },
};

export function connectionNeedOf(role: LockRole): number {
  const { pools, sessions } = connectionNeeds[role];
  return pools + sessions;
}
