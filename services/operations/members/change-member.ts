import { carryOutAll, type Decidable, type Granted } from '../../../projections/access/commands/carry-out.ts';
import { CommandRefused } from '../../../projections/access/commands/command-refused.ts';
import { refusedChange } from '../../../projections/access/commands/refused-change.ts';
import { TakenRefusal } from '../../../shared/events/types/member-change-refused.ts';
import type { OperationHub } from '../operation-hub.ts';

/**
 * Carries out the changes of a member. When the fold refuses a name or a chat id, because somebody else was given it at the
 * same moment, the log is told so: a rebuild after the erasure of that one would grant it.
 * @throws as `carryOutAll`
 */
export async function carryOutMemberChanges(
  hub: OperationHub,
  changes: readonly Decidable[],
): Promise<Granted> {
  try {
    return await carryOutAll(hub, changes);
  } catch (error) {
    const refusal = TakenRefusal.safeParse(error instanceof CommandRefused ? error.code : null);
    if (refusal.success) {
      const told = refusedChange(hub.directory.currentOrStale(), changes, refusal.data);
      // The caller has to hear of the refusal, also where the log is away by now: the next erasure of a member tells it then.
      if (told !== null) await hub.journal.append([told]).catch(() => {});
    }
    throw error;
  }
}
