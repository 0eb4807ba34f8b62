import { readCurrent } from '../../../projections/access/commands/append-and-wait.ts';
import { withRequestId } from '../../../projections/access/commands/command-event.ts';
import { executeCommand } from '../../../projections/access/commands/execute-command.ts';
import {
  dropParkedRecord,
  type ParkedRecordInput,
  retryParkedRecord,
} from '../../../projections/access/commands/hub/decommission-and-parked-records.ts';
import { throwAcceptedButUnseen } from '../../../projections/access/commands/outcome-unknown.ts';
import { parkedDecisions } from '../../../projections/access/queries/parked-decisions.ts';
import { projections } from '../../../projections/registry.ts';
import type { Actor } from '../../../shared/domain/actor.ts';
import { OperatorError } from '../../../shared/errors/errors.ts';
import type { Position } from '../../../shared/log/event-log.ts';
import { readRecordAt } from '../../../shared/log/reading/read-record-at.ts';
import { recordInAudit } from '../../../shared/log/record-in-audit.ts';
import { type ParkedHead, readParked } from '../../../shared/projection/parking/read-parked.ts';
import { applyAllDecisions } from '../../../shared/projection/parking/watch-decisions.ts';
import { isoTime } from '../iso-time.ts';
import { auditActorOf, type OperationHub, type Requested, requestIdsOf } from '../operation-hub.ts';
import { untilShown, whileProjected } from '../run-while-projecting.ts';

export type DecidedRecord = ReturnType<typeof decidedDocument>;

type ParkedRequest = Requested<{ readonly recordId: string }>;

/** The operations throw as `executeCommand`. */
export const parkedOperations = {
  list: async ({ database }: OperationHub) => ({ parked: (await readParked(database)).map(parkedDocument) }),

  /** The audit log notes who saw the record. */
  show: async (hub: OperationHub, { recordId: id, actor }: ParkedRequest) => {
    const parked = await requireParked(hub, id);
    const [head] = parked;
    const record = head === undefined ? null : await readRecord(hub, head);
    // The audit entry comes first, so that nothing is shown without an entry.
    const subject = head?.subject ?? 'hub';
    await recordInAudit(hub.journal, {
      by: auditActorOf(hub, actor),
      action: 'parked-record-shown',
      about: [subject],
      details: { record: id },
      subject,
    });
    const [decoded] = record === null ? [] : await hub.journal.decode([record]);
    return {
      id,
      type: record?.type ?? null,
      recorded_at: record === null ? null : isoTime(record.appendTime),
      data: decoded?.kind === 'event' ? decoded.event.data : null,
      parked: parked.map(parkedDocument),
    };
  },

  /**
   * @throws OperatorError when the record still fails; AcceptedButUnseen when the result does not
   * show in time
   */
  retry: async (hub: OperationHub, { recordId, actor, requestId }: ParkedRequest) => {
    const parked = await requireParked(hub, recordId);
    const copy = await appendCopy(hub, parked);
    const directory = await readCurrent(hub);
    const heads = [...Map.groupBy(parked, (head) => head.record_offset)];
    const ids = requestIdsOf(requestId, heads.length);
    for (const [index, [offset, ofOffset]] of heads.entries()) {
      const input = inputAbout(actor, recordId, ofOffset, offset);
      await executeCommand(hub, withRequestId(retryParkedRecord(directory, input), ids[index]));
    }
    await applyAllDecisions({ ...hub, decisions: parkedDecisions, projections });
    if (copy !== null) await untilFolded(hub, parked, copy).catch(throwAcceptedButUnseen);
    const [still] = await readParked(hub.database, recordId);
    if (still !== undefined) {
      throw new OperatorError(
        'still_parked',
        `${still.projection} still cannot fold the record: ${still.reason}`,
      );
    }
    return { ...decidedDocument(recordId, parked), retried: true };
  },

  /** Skips a parked record permanently. */
  drop: async (hub: OperationHub, { recordId, actor, requestId }: ParkedRequest) => {
    const parked = await requireParked(hub, recordId);
    const offset = parked[0]?.record_offset ?? 0;
    const event = dropParkedRecord(await readCurrent(hub), inputAbout(actor, recordId, parked, offset));
    await executeCommand(hub, withRequestId(event, requestId));
    await applyAllDecisions({ ...hub, decisions: parkedDecisions, projections });
    return { ...decidedDocument(recordId, parked), dropped: true };
  },
} as const;

async function requireParked({ database }: OperationHub, id: string): Promise<ParkedHead[]> {
  const parked = await readParked(database, id);
  if (parked.length > 0) return parked;
  throw new OperatorError(
    'unknown_record',
    `no parked event has the id ${id}; \`hub parked list\` shows all parked events`,
  );
}

function inputAbout(
  actor: Actor,
  recordId: string,
  heads: readonly ParkedHead[],
  offset: number,
): ParkedRecordInput {
  return { recordId, projections: projectionsOf(heads), offset, actor };
}

function projectionsOf(heads: readonly ParkedHead[]): string[] {
  return [...new Set(heads.map(({ projection }) => projection))];
}

/**
 * Projections that park single records fold this copy instead of the original. The copy is appended
 * before the decision to skip the original. If the process dies in between, the original stays
 * parked, and the copy of another retry is a resend.
 */
async function appendCopy(hub: OperationHub, parked: readonly ParkedHead[]): Promise<Position | null> {
  const single = parked.filter(({ projection }) => parksRecords(projection));
  const [head] = single;
  if (head === undefined) return null;
  if (!single.some(({ state }) => state === 'live')) {
    throw new OperatorError(
      'parked_in_rebuild',
      `the live ${head.projection} folded the record, but a rebuild could not: rebuild again with fixed code`,
    );
  }
  const record = await readRecord(hub, head);
  if (record === null) throw new OperatorError('record_gone', 'the log no longer has the record: drop it');
  const { offset: _, appendTime: __, ...entry } = record;
  const [position] = await hub.journal.log.append([entry]);
  return position ?? null;
}

/** Resolves when the copy is folded, or parked again. @throws as `untilShown` */
async function untilFolded(
  hub: OperationHub,
  parked: readonly ParkedHead[],
  { stream, partition, offset }: Position,
): Promise<void> {
  const live = projectionsOf(parked.filter(({ state }) => state === 'live'));
  const ends = [{ stream, partition, start: 0, end: offset + 1 }];
  for (const projection of projections.filter(({ name, parks }) => parks === 'record' && live.includes(name)))
    await whileProjected(hub, [projection], () => untilShown(hub, projection, ends));
}

function readRecord({ journal }: OperationHub, { stream, partition, record_offset }: ParkedHead) {
  return readRecordAt(journal.log, { stream, partition, offset: record_offset });
}

function parksRecords(name: string): boolean {
  return projections.some((projection) => projection.name === name && projection.parks === 'record');
}

function decidedDocument(id: string, parked: readonly ParkedHead[]) {
  const behind = parked.reduce((sum, { waiting }) => sum + waiting, 0);
  return { id, projections: projectionsOf(parked), behind };
}

function parkedDocument(head: ParkedHead) {
  return {
    id: head.record_id,
    projection: head.projection,
    generation: head.generation,
    state: head.state,
    stream: head.stream,
    partition: head.partition,
    offset: head.record_offset,
    account: head.subject,
    reason: head.reason,
    parked_at: isoTime(head.parked_at),
    behind: head.waiting,
  };
}
