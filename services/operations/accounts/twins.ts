import { readCurrent } from '../../../projections/access/commands/append-and-wait.ts';
import { requireAccount } from '../../../projections/access/commands/require-known.ts';
import type { Directory } from '../../../projections/access/directory/directory.ts';
import { hasName } from '../../../projections/access/directory/namesakes.ts';
import { findTwins, type TwinPair } from '../../../projections/access/model/twin-accounts.ts';
import { readLastReported } from '../../../projections/account-state/queries/parts.ts';
import { equipmentHistoryProjection } from '../../../projections/equipment-history/projection.ts';
import { eventFeedProjection } from '../../../projections/event-feed/projection.ts';
import { locationTrailProjection } from '../../../projections/location-trail/projection.ts';
import { playSessionsProjection } from '../../../projections/play-sessions/projection.ts';
import { wealthDaysProjection } from '../../../projections/wealth-days/projection.ts';
import { xpHistoryProjection } from '../../../projections/xp-history/projection.ts';
import { type HistoryCounts, historyKinds, historyRowsMax } from '../../../shared/domain/account-history.ts';
import { OperatorError } from '../../../shared/errors/errors.ts';
import type { Database } from '../../../shared/postgres/database.ts';
import { findOwnLive, type ReadShapes } from '../../../shared/projection/generations/generations.ts';
import type { ErasureDocument } from '../erasure/remove-backup-keys.ts';
import { isoTime, isoTimeOrNull } from '../iso-time.ts';
import { nameOfMember } from '../member-names.ts';
import type { ErasingHub, OperationHub, Requested } from '../operation-hub.ts';
import { accountOperations } from './accounts.ts';

/** A twin (docs/concepts.md). */
export type TwinDocument = Awaited<ReturnType<typeof describeTwin>>;

/** Each listed twin costs 14 statements. */
const listedMax = 50;

/** The operations throw as `executeCommand` (rules/identity.md#twins). */
export const twinOperations = {
  /** At most `listedMax` twins. @param ownerId null for all members */
  list: async (hub: OperationHub, ownerId: string | null = null): Promise<{ twins: TwinDocument[] }> => {
    const directory = await readCurrent(hub);
    const pairs = findTwins(directory.accounts.values())
      .filter(({ twin }) => ownerId === null || twin.ownerId === ownerId)
      .slice(0, listedMax);
    const twins: TwinDocument[] = [];
    for (const pair of pairs) twins.push(await describeTwin(hub.database, directory, pair));
    return { twins };
  },

  /** @throws OperatorError `no_twin` */
  inspect: async (hub: OperationHub, accountId: string): Promise<TwinDocument> => {
    const directory = await readCurrent(hub);
    return describeTwin(hub.database, directory, requireTwin(directory, accountId));
  },

  /** A repeated call finishes an interrupted erasure. @throws OperatorError `no_twin` */
  erase: async (
    hub: ErasingHub,
    input: Requested<{ readonly accountId: string; readonly backupDir: string }>,
  ): Promise<ErasureDocument> => {
    const directory = await readCurrent(hub);
    if (!directory.erased.has(input.accountId)) requireTwin(directory, input.accountId);
    return accountOperations.erase(hub, input);
  },
} as const;

function requireTwin(directory: Directory, accountId: string): TwinPair {
  requireAccount(directory, accountId);
  const pair = findTwins(directory.accounts.values()).find(({ twin }) => twin.id === accountId);
  if (pair !== undefined) return pair;
  const message = `account ${accountId} is no twin, so nothing was erased`;
  throw new OperatorError('no_twin', message, { fix: 'hub account twins' });
}

async function describeTwin(database: Database, directory: Directory, { twin, original }: TwinPair) {
  return {
    id: twin.id,
    name: twin.name ?? '',
    owner: nameOfMember(directory, twin.ownerId),
    first_seen: isoTime(twin.firstSeen),
    last_reported_at: isoTimeOrNull(await readLastReported(database, twin.id)),
    /** Whether reports still go to the twin. Then a new account appears after the erasure. */
    still_reported: twin.nameKey !== null && hasName(directory, twin, twin.nameKey),
    /** The account with a hash. */
    twin_of: { id: original.id, owner: nameOfMember(directory, original.ownerId) },
    /** The history that the erasure deletes. */
    lost: await countHistory(database, twin.id),
  };
}

/** Projection and table. */
const tables: Readonly<Record<(typeof historyKinds)[number], readonly [ReadShapes, string]>> = {
  events: [eventFeedProjection, 'event'],
  sessions: [playSessionsProjection, 'session'],
  xp_hours: [xpHistoryProjection, 'sample_1h'],
  gear_changes: [equipmentHistoryProjection, 'change'],
  days_of_wealth: [wealthDaysProjection, 'day'],
  trail_points: [locationTrailProjection, 'point'],
};

/** Counts at most `historyRowsMax` rows of each kind. A projection without tables counts 0. */
async function countHistory(database: Database, accountId: string): Promise<HistoryCounts> {
  const counts = historyKinds.map(
    async (kind) => [kind, await countRows(database, kind, accountId)] as const,
  );
  return Object.fromEntries(await Promise.all(counts)) as HistoryCounts;
}

async function countRows(
  database: Database,
  kind: (typeof historyKinds)[number],
  accountId: string,
): Promise<number> {
  const [projection, table] = tables[kind];
  const live = await findOwnLive(database, projection);
  if (live === null) return 0;
  const { rows } = await database.one<{ rows: number }>({
    text: `select count(*) as rows
           from (select from ${live.schema}.${table} where account_id = $1 limit $2) as found`,
    values: [accountId, historyRowsMax],
  });
  return rows;
}
