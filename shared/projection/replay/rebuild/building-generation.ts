import { randomUUID } from 'node:crypto';
import { pollUntil } from '../../../async/waiting.ts';
import { partitionName, type StreamName } from '../../../events/streams.ts';
import type { Journal } from '../../../log/journal.ts';
import type { Database } from '../../../postgres/database.ts';
import { quoted } from '../../../postgres/quoted-schema.ts';
import { faultOfLog } from '../../commit/guard-page.ts';
import type { Lease } from '../../commit/lease.ts';
import type { Generation } from '../../generations/generation.ts';
import { createGeneration } from '../../generations/generations.ts';
import { releaseLeases, takeLeases } from '../../leases/lease-statements.ts';
import type { Projection } from '../../projection.ts';
import { deferIndexes } from './deferred-indexes.ts';
import { dropGeneration } from './drop-generation.ts';
import { requireCompleteLog } from './require-complete-log.ts';

/** This process holds all partitions of the generation. */
export interface Building {
  readonly generation: Generation;
  readonly builder: string;
  readonly leases: readonly Lease[];
}

/**
 * Continues the unfinished generation of a projection, or begins a new generation. Drops unfinished
 * generations of an earlier version or of another log. The unfinished generations of a later
 * release stay, so that this release can take over and give way again. The caller must hold the
 * build lock.
 * @throws OperatorError when the log lacks records that a new generation needs
 */
export async function openBuilding(
  database: Database,
  journal: Journal,
  projection: Projection,
): Promise<Building> {
  for (const { generation, fits } of await unfinished(database, projection)) {
    const building = fits ? await takeAll(database, generation) : null;
    if (building !== null && (await isOfThisLog(journal, building))) return building;
    await dropGeneration(database, projection.name, generation.number);
  }
  for (const partition of await journal.log.ends(projection.streams)) requireCompleteLog(partition, 0);
  const generation = await database.transaction(async (tx) => {
    const created = await createGeneration(tx, projection, 'building');
    await deferIndexes(tx, created);
    return created;
  });
  return takeAll(database, generation);
}

/**
 * Marks the generation as `ready`.
 * @returns false when it was cancelled in the meantime
 */
export async function finishBuilding(
  database: Database,
  { generation, builder, leases }: Building,
): Promise<boolean> {
  await releaseLeases(database, builder, generation, leases);
  const ready = await database.run({
    text: `update projection.generation
           set state = 'ready'
           where projection = $1 and generation = $2 and state = 'building'`,
    values: [generation.projection.name, generation.number],
  });
  return ready === 1;
}

/** Without the generations of later releases. */
async function unfinished(
  database: Database,
  projection: Projection,
): Promise<{ generation: Generation; fits: boolean }[]> {
  const rows = await database.many<{ number: number; schema_name: string; fits: boolean }>({
    text: `select generation as number, schema_name, shape = $2 and logic = $3 as fits
           from projection.generation
           where projection = $1 and state = 'building' and (shape, logic) <= ($2, $3)
           order by fits desc, generation desc`,
    values: [projection.name, projection.version.shape, projection.version.logic],
  });
  return rows.map(({ number, schema_name, fits }) => ({
    generation: { projection, number, schema: quoted(schema_name) },
    fits,
  }));
}

const takeWithinMs = 30_000;
const retryMs = 100;

/**
 * Waits, because the last batch of a killed builder may keep partitions locked until its statement
 * ends.
 */
async function takeAll(database: Database, generation: Generation): Promise<Building> {
  const builder = randomUUID();
  const { projection, number } = generation;
  const attempt = async (): Promise<Building | null> => {
    const rows = await database.many<{ stream: StreamName; partition: number; fence: number }>({
      text: `select stream, partition, epoch as fence
             from projection.checkpoint
             where projection = $1 and generation = $2`,
      values: [projection.name, number],
    });
    const leases = await takeLeases(database, builder, generation, rows);
    return leases.length === rows.length ? { generation, builder, leases } : null;
  };
  const building = await pollUntil(attempt, { withinMs: takeWithinMs, everyMs: retryMs });
  if (building === null)
    throw new Error(`generation ${number} of ${projection.name} is held by another process`);
  return building;
}

async function isOfThisLog(journal: Journal, { leases }: Building): Promise<boolean> {
  const ends = await journal.log.ends([...new Set(leases.map(({ stream }) => stream))]);
  const endOf = new Map(ends.map((each) => [partitionName(each), each.end]));
  for (const lease of leases) {
    const end = endOf.get(partitionName(lease)) ?? 0;
    if (end < lease.checkpoint.nextOffset || (await faultOfLog(journal.log, lease)) !== null) return false;
  }
  return true;
}
