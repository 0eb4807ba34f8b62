import { type NewEvent, type NewEventOf, newEvent } from '../../../../shared/events/event.ts';
import { memberChanged } from '../../../../shared/events/membership/members.ts';
import { memberChangeRefused, TakenRefusal } from '../../../../shared/events/types/member-change-refused.ts';
import type { LogRecord } from '../../../../shared/log/event-log.ts';
import type { Journal } from '../../../../shared/log/journal.ts';
import { readToEnd } from '../../../../shared/log/reading/read-to-end.ts';
import type { Database } from '../../../../shared/postgres/database.ts';
import { findOwnLive } from '../../../../shared/projection/generations/generations.ts';
import type { Directory } from '../../directory/directory.ts';
import { accessProjection } from '../../projection.ts';
import type { CommandHub } from '../execute-command.ts';

/**
 * The event gets no verdict.
 * @param directory after the refusal, so the member has the earlier values
 * @returns null when no command changes a member, or the member is gone
 */
export function refusedMemberChange(
  { members }: Directory,
  commands: readonly Pick<NewEvent, 'type' | 'recordId' | 'data'>[],
  refusal: TakenRefusal,
): NewEventOf<typeof memberChangeRefused> | null {
  const refused = commands.find(({ type }) => type === memberChanged.type);
  if (refused === undefined) return null;
  const { member_id, name, chat_id, time_zone } = memberChanged.schema.parse(refused.data);
  const member = members.get(member_id);
  if (member === undefined) return null;
  return newEvent(
    memberChangeRefused,
    { subject: member_id, source: 'hub' },
    {
      member_id,
      record_id: refused.recordId,
      refusal,
      asked: { name, chat_id, time_zone },
      kept: {
        name: member.name,
        chat_id: member.chatId,
        time_zone: member.timeZone,
        changed_at: member.changedAt,
      },
    },
  );
}

type Refusals = ReadonlyMap<string, TakenRefusal>;

/**
 * Appends the events of refused changes that the log lacks, because the callers ended too early.
 * Runs before the erasure of a member, because the reason is unknown afterwards.
 * @param directory shows the verdicts
 * @throws LogUnavailable, or OperatorError where the log is damaged
 */
export async function reportRefusedChanges(
  { database, journal }: Pick<CommandHub, 'database' | 'journal'>,
  directory: Directory,
): Promise<void> {
  const refusals = await refusedChanges(database);
  if (refusals.size === 0) return;
  const { changes, reportedIds } = await readChanges(journal, refusals);
  const missing = changes.flatMap((change) => {
    const refusal = refusals.get(change.recordId);
    if (refusal === undefined || reportedIds.has(change.recordId)) return [];
    return refusedMemberChange(directory, [change], refusal) ?? [];
  });
  if (missing.length > 0) await journal.append(missing);
}

/** The join leaves out refused additions of members, because a refused member has no row. */
async function refusedChanges(database: Database): Promise<Refusals> {
  const live = await findOwnLive(database, accessProjection);
  if (live === null) return new Map();
  const rows = await database.many<{ id: string; refusal: TakenRefusal }>({
    text: `select v.record_id as id, v.refusal
           from ${live.schema}.verdict v
           join ${live.schema}.member m on m.member_id = v.subject
           where v.refusal = any($1)`,
    values: [TakenRefusal.options],
  });
  return new Map(rows.map(({ id, refusal }) => [id, refusal]));
}

async function readChanges(journal: Journal, refusals: Refusals) {
  const records: LogRecord[] = [];
  await readToEnd(journal.log, { stream: 'hub.membership', partition: 0, offset: 0 }, (record) => {
    const isRefused = record.type === memberChanged.type && refusals.has(record.recordId);
    if (isRefused || record.type === memberChangeRefused.type) records.push(record);
  });
  const decoded = await journal.decode(records);
  const events = decoded.flatMap((outcome) => (outcome.kind === 'event' ? [outcome.event] : []));
  return {
    changes: events.filter(({ type }) => type === memberChanged.type),
    reportedIds: new Set(
      events.flatMap(({ type, data }) =>
        type === memberChangeRefused.type ? [memberChangeRefused.schema.parse(data).record_id] : [],
      ),
    ),
  };
}
