import { forEachDespiteFailures } from '../../errors/despite-failures.ts';
import type { Logger } from '../../observability/logger.ts';
import type { Notifications } from '../../postgres/notifications.ts';
import { quoted } from '../../postgres/quoted-schema.ts';
import { versionKey, versionKeySql } from '../generations/generation.ts';
import { announce } from '../live/announce.ts';
import { followProjection } from '../live/follow-projection.ts';
import type { Projection } from '../projection.ts';
import { applyDecisions, type DecisionOptions, wouldFailAll } from './apply-decisions.ts';

export interface ApplyingOptions extends DecisionOptions {
  readonly projections: readonly Projection[];
  readonly notifications: Notifications;
  readonly logger: Logger;
  /** 15 s when not given. */
  readonly settleEveryMs?: number;
}

const settleEveryMs = 15_000;

/**
 * Carries out decisions on parked records soon after they are made. Also checks every 15 s, because
 * a rebuild may park records with earlier decisions.
 */
export function startApplyingDecisions(options: ApplyingOptions): { stop(): Promise<void> } {
  const follower = followProjection({
    name: 'application of decisions on parked records',
    ...options,
    projection: options.decisions.projection,
    read: async () => {
      await applyAllDecisions(options);
      return true;
    },
    everyMs: options.settleEveryMs ?? settleEveryMs,
  });
  return { stop: follower.close };
}

/**
 * @returns the number of chains that had something to do
 * @throws as `applyDecisions`
 */
export async function applyAllDecisions(
  options: DecisionOptions & Pick<ApplyingOptions, 'projections'>,
): Promise<number> {
  const { database, projections } = options;
  const byVersion = new Map(projections.map((projection) => [versionKey(projection), projection]));
  const rows = await database.many<{ version: string; generation: number; schema_name: string }>({
    text: `select distinct v.version, g.generation, g.schema_name
           from projection.parked p
           join projection.generation g using (projection, generation)
           cross join lateral (select ${versionKeySql('g')} as version) as v
           where g.state in ('live', 'ready', 'building') and v.version = any($1)`,
    values: [[...byVersion.keys()]],
    name: 'projection-parked-generations',
  });
  let settled = 0;
  const settling = forEachDespiteFailures(
    rows,
    async ({ version, generation, schema_name }) => {
      const projection = byVersion.get(version);
      if (projection === undefined) return;
      const parked = { projection, number: generation, schema: quoted(schema_name) };
      settled += await applyDecisions(options, parked);
    },
    wouldFailAll,
  );
  const [{ status }] = await Promise.allSettled([settling]);
  // When one chain fails, other chains may be settled.
  if (settled > 0 || status === 'rejected') {
    await announce(
      database,
      [...byVersion.values()].map(({ name }) => name),
    );
  }
  await settling;
  return settled;
}
