import { CommandRefused } from '../../../projections/access/commands/command-event.ts';
import {
  type ExecutedCommand,
  executeCommand,
  executeCommands,
} from '../../../projections/access/commands/execute-command.ts';
import type { AddMemberCommand } from '../../../projections/access/commands/members/add-member.ts';
import { eraseRefusedMember } from '../../../projections/access/commands/members/remove-member.ts';
import { TakenRefusal } from '../../../shared/events/types/member-change-refused.ts';
import type { Database } from '../../../shared/postgres/database.ts';
import { findLive } from '../../../shared/projection/generations/generations.ts';
import { carryOutErasure } from '../erasure/carry-out-erasure.ts';
import type { OperationHub } from '../operation-hub.ts';

/** What adding a member takes of a hub. */
export type AdmittingHub = Omit<OperationHub, 'hubSecret'>;

/**
 * Adds a member. One whom the fold refuses, because somebody else was given the name or the chat id at the same moment, is
 * erased at once: the record with that name would stand in the log under an id that nobody has, and a rebuild after the
 * erasure of the other one would grant it.
 * @throws as `executeCommand`
 */
export async function admitMember(hub: AdmittingHub, added: AddMemberCommand): Promise<ExecutedCommand> {
  try {
    return await executeCommand(hub, added);
  } catch (error) {
    // What fails here is done by the next erasure of a member.
    if (isTaken(error)) await eraseRefused(hub, [added.data.member_id]).catch(() => {});
    throw error;
  }
}

/** Erases people who were refused as members and whose records still stand. @returns their ids */
export async function eraseRefusedMembers(hub: AdmittingHub): Promise<readonly string[]> {
  const refused = await refusedMembers(hub.database);
  if (refused.length > 0) await eraseRefused(hub, refused);
  return refused;
}

/**
 * Erases ids under which a name stands in the log, though they are nobody's. Their records go first: with the event goes the
 * verdict, by which an erasure that ended half-way is found again.
 */
export async function eraseRefused(hub: AdmittingHub, ids: readonly string[]): Promise<void> {
  await carryOutErasure(hub, ids);
  await executeCommands(hub, ids.map(eraseRefusedMember));
}

/** Most refused members whom one erasure looks at; the next one goes on. */
const refusedMax = 100;
const takenCodes: readonly string[] = TakenRefusal.options;

/** Whether a member was refused for a name or a chat id that is somebody else's. */
export function isTaken(error: unknown): boolean {
  return error instanceof CommandRefused && takenCodes.includes(error.code);
}

/** Only the addition of a member is refused for what is taken under an id that is no member's. */
async function refusedMembers(database: Database): Promise<string[]> {
  const live = await findLive(database, 'access');
  if (live === null) return [];
  const rows = await database.many<{ subject: string }>({
    text: `select distinct subject
           from ${live.schema}.verdict
           where refusal = any($1)
             and not exists (select from ${live.schema}.member where member_id = subject)
           order by subject
           limit ${refusedMax}`,
    values: [takenCodes],
  });
  return rows.map(({ subject }) => subject);
}
