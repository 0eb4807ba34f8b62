import { CommandRefused } from '../../../projections/access/commands/command-event.ts';
import {
  type AccessCommandEvent,
  type ExecutedCommand,
  executeCommands,
} from '../../../projections/access/commands/execute-command.ts';
import { refusedMemberChange } from '../../../projections/access/commands/members/report-refused-change.ts';
import { TakenRefusal } from '../../../shared/events/types/member-change-refused.ts';
import type { OperationHub } from '../operation-hub.ts';

/**
 * Carries out the changes of a member. When the fold refuses a name or a chat id, because somebody else was given it at the
 * same moment, the log is told so: a rebuild after the erasure of that one would grant it.
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
      // The caller has to hear of the refusal, also where the log is away by now: the next erasure of a member tells it then.
      if (told !== null) await hub.journal.append([told]).catch(() => {});
    }
    throw error;
  }
}
