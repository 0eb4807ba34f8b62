import type { Logger } from '../../logger.ts';
import type { Notifications } from '../../postgres/notifications.ts';
import { quoted, versionKey } from '../generations/generation.ts';
import { announce } from '../live/announce.ts';
import { followRoom } from '../live/follow-room.ts';
import type { Projection } from '../projection.ts';
import { type SettleOptions, settleParked } from './settle-parked.ts';

export interface SettlingOptions extends SettleOptions {
  /** Those that this process has in code. */
  readonly projections: readonly Projection[];
  readonly notifications: Notifications;
  readonly logger: Logger;
}

const settleEveryMs = 5_000;

/**
 * Carries out decisions on parked records soon after they are made, in every generation that this process has the code of.
 * Every 5 s it also looks at what a rebuild parked meanwhile.
 */
export function keepSettling(options: SettlingOptions): { stop(): Promise<void> } {
  const follower = followRoom({
    ...options,
    room: options.decisions.room,
    read: async () => {
      await settleAll(options);
      return true;
    },
    failed: 'decisions on parked records wait, trying again',
    everyMs: settleEveryMs,
  });
  return { stop: follower.close };
}

/** Carries out all decisions that are known now. @returns how many chains of parked records were taken up */
export async function settleAll({
  database,
  journal,
  decisions,
  projections,
}: SettleOptions & Pick<SettlingOptions, 'projections'>): Promise<number> {
  const byVersion = new Map(projections.map((projection) => [versionKey(projection), projection]));
  const rows = await database.many<{ version: string; generation: number; schema_name: string }>({
    text: `select distinct v.version, g.generation, g.schema_name
           from projection.parked p
           join projection.generation g using (projection, generation)
           cross join lateral (select g.projection || ' ' || g.shape || '.' || g.logic as version) as v
           where g.state in ('live', 'ready', 'building') and v.version = any($1)`,
    values: [[...byVersion.keys()]],
    name: 'projection-parked-generations',
  });
  let settled = 0;
  for (const { version, generation, schema_name } of rows) {
    const projection = byVersion.get(version);
    if (projection === undefined) continue;
    const parked = { projection, number: generation, schema: quoted(schema_name) };
    settled += await settleParked({ database, journal, decisions }, parked);
  }
  if (settled > 0) {
    await announce(
      database,
      [...byVersion.values()].map(({ name }) => name),
    );
  }
  return settled;
}
