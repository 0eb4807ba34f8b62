import { readCurrent } from '../../../projections/access/commands/append-and-wait.ts';
import { carryOut } from '../../../projections/access/commands/carry-out.ts';
import {
  type ParkedWish,
  parkedDrop,
  parkedRetry,
} from '../../../projections/access/commands/parked-decisions.ts';
import { parkedDecisions } from '../../../projections/access/queries/parked-decisions.ts';
import { projections } from '../../../projections/registry.ts';
import { OperatorError } from '../../../shared/errors.ts';
import { settleAll } from '../../../shared/projection/parking/keep-settling.ts';
import { type ParkedHead, readParked } from '../../../shared/projection/parking/read-parked.ts';
import type { HubConnection } from '../connect.ts';
import type { Output } from '../output.ts';

/** Processes a parked record again. @throws OperatorError when it still fails */
export async function retryParked(hub: HubConnection, id: string): Promise<Output> {
  const parked = await findParked(hub, id);
  await appendCopy(hub, parked);
  const directory = await readCurrent(hub);
  for (const [offset, heads] of Map.groupBy(parked, (head) => head.record_offset)) {
    await carryOut(hub, parkedRetry(directory, wishAbout(id, heads, offset)));
  }
  await settleAll({ ...hub, decisions: parkedDecisions, projections });
  const [still] = await readParked(hub.database, id);
  if (still !== undefined) {
    throw new OperatorError('still_parked', `${still.projection} still cannot take it: ${still.reason}`);
  }
  return decided(id, 'retried', parked);
}

/** Leaves a parked record out for good. */
export async function dropParked(hub: HubConnection, id: string): Promise<Output> {
  const parked = await findParked(hub, id);
  const offset = parked[0]?.record_offset ?? 0;
  await carryOut(hub, parkedDrop(await readCurrent(hub), wishAbout(id, parked, offset)));
  await settleAll({ ...hub, decisions: parkedDecisions, projections });
  return decided(id, 'dropped', parked);
}

async function findParked({ database }: HubConnection, id: string): Promise<ParkedHead[]> {
  const parked = await readParked(database, id);
  if (parked.length > 0) return parked;
  throw new OperatorError(
    'unknown_record',
    `no parked event has the id ${id}; \`hub parked list\` shows them`,
  );
}

function wishAbout(recordId: string, heads: readonly ParkedHead[], offset: number): ParkedWish {
  return { recordId, projections: projectionsOf(heads), offset, actor: 'cli' };
}

function projectionsOf(heads: readonly ParkedHead[]): string[] {
  return [...new Set(heads.map(({ projection }) => projection))];
}

/**
 * For projections that park single records: appends a copy of the record to the end of its stream, which is folded instead
 * of the original. This happens before the decision to skip the original. If the command dies in between, the original stays
 * parked, and the copy of another retry is treated as a resend.
 */
async function appendCopy({ journal }: HubConnection, parked: readonly ParkedHead[]): Promise<void> {
  const single = parked.filter(({ projection }) => parksRecords(projection));
  const [head] = single;
  if (head === undefined) return;
  if (!single.some(({ state }) => state === 'live')) {
    throw new OperatorError(
      'parked_in_rebuild',
      `the live ${head.projection} took it, a rebuild could not: rebuild again with code that can`,
    );
  }
  const { stream, partition, record_offset: offset } = head;
  const [page] = await journal.log.read([{ stream, partition, offset }], { maxRecords: 1, waitMs: 0 });
  const record = page?.records.find((found) => found.offset === offset);
  if (record === undefined) throw new OperatorError('record_gone', 'the log no longer has it: drop it');
  const { offset: _, appendTime: __, ...entry } = record;
  await journal.log.append([entry]);
}

function parksRecords(name: string): boolean {
  return projections.some((projection) => projection.name === name && projection.parks === 'record');
}

function decided(id: string, what: 'retried' | 'dropped', parked: readonly ParkedHead[]): Output {
  const names = projectionsOf(parked);
  const behind = parked.reduce((sum, { waiting }) => sum + waiting, 0);
  return {
    document: { id, [what]: true, projections: names, behind },
    text: `${what === 'retried' ? 'Took' : 'Dropped'} ${id} in ${names.join(', ')}; ${behind} events behind it go on.`,
  };
}
