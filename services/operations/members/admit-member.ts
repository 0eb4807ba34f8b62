import { CommandRefused } from '../../../projections/access/commands/command-event.ts';
import {
  type AccessCommandEvent,
  type ExecutedCommand,
  executeCommand,
  executeCommands,
} from '../../../projections/access/commands/execute-command.ts';
import type { AddMemberCommand } from '../../../projections/access/commands/members/add-member.ts';
import { eraseRefusedMember } from '../../../projections/access/commands/members/erase-member.ts';
import { refusedMemberChange } from '../../../projections/access/commands/members/report-refused-change.ts';
import { accessProjection } from '../../../projections/access/projection.ts';
import { TakenRefusal } from '../../../shared/events/types/member-change-refused.ts';
import type { Database } from '../../../shared/postgres/database.ts';
import { findOwnLive } from '../../../shared/projection/generations/generations.ts';
import { carryOutErasure } from '../erasure/carry-out-erasure.ts';
import type { OperationHub } from '../operation-hub.ts';

export type AdmittingHub = Omit<OperationHub, 'hubSecret'>;

/**
 * Erases the new member if another member just took the name or chat id. Otherwise a rebuild after
 * an erasure of the other member would add the new member.
 * @throws as `executeCommand`
 */
export async function admitMember(hub: AdmittingHub, added: AddMemberCommand): Promise<ExecutedCommand> {
  try {
    return await executeCommand(hub, added);
  } catch (error) {
    // The next erasure of a member repeats what fails here.
    if (isTaken(error)) await eraseRefused(hub, [added.data.member_id]).catch(() => {});
    throw error;
  }
}

/** Erases at most 100 refused members. @returns their ids */
export async function eraseRefusedMembers(hub: AdmittingHub): Promise<readonly string[]> {
  const refused = await refusedMembers(hub.database);
  if (refused.length > 0) await eraseRefused(hub, refused);
  return refused;
}

/** Erases the verdicts last, because a verdict shows that an erasure was interrupted. */
export async function eraseRefused(hub: AdmittingHub, ids: readonly string[]): Promise<void> {
  await carryOutErasure(hub, ids);
  await executeCommands(hub, ids.map(eraseRefusedMember));
}

/** The next erasure continues. */
const refusedMax = 100;
const takenCodes: readonly string[] = TakenRefusal.options;

/** Whether the name or chat id belongs to another member. */
export function isTaken(error: unknown): boolean {
  return error instanceof CommandRefused && takenCodes.includes(error.code);
}

async function refusedMembers(database: Database): Promise<string[]> {
  const live = await findOwnLive(database, accessProjection);
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

/**
 * Appends the refusal of a name or chat id that another member just took. Otherwise a rebuild after
 * an erasure of the other member would grant the change.
 * @throws as `executeCommands`
 */
export async function carryOutMemberChanges(
  hub: OperationHub,
  changes: readonly AccessCommandEvent[],
): Promise<ExecutedCommand> {
  try {
    return await executeCommands(hub, changes);
  } catch (error) {
    const refusal = TakenRefusal.safeParse(error instanceof CommandRefused ? error.code : null);
    if (refusal.success) {
      const told = refusedMemberChange(hub.directory.currentOrStale(), changes, refusal.data);
      // The next erasure of a member appends the refusal when this append fails.
      if (told !== null) await hub.journal.append([told]).catch(() => {});
    }
    throw error;
  }
}
