import { recordInAudit } from '../../../shared/log/record-in-audit.ts';
import type { ProjectionName } from '../../../shared/projection/projection.ts';
import { type Promotion, promote, rollBack } from '../../../shared/projection/replay/promote.ts';
import { retire } from '../../../shared/projection/replay/retire.ts';
import { auditActorOf, type OperationHub, type Requested } from '../operation-hub.ts';

type MoveWish = Requested<{ readonly name: ProjectionName; readonly force: boolean }>;

/** Operations that change which generation of a projection is live, and drop those that are not. @throws OperatorError */
export const moveOperations = {
  promote: async (hub: OperationHub, wish: MoveWish) =>
    moved(hub, wish, 'projection-promoted', await promote(hub.database, wish.name, wish)),

  rollBack: async (hub: OperationHub, wish: MoveWish) =>
    moved(hub, wish, 'projection-rolled-back', await rollBack(hub.database, wish.name, wish)),

  /** `generation`: this one; those from before the live one when not given. */
  retire: async (
    hub: OperationHub,
    wish: Requested<{ readonly name: ProjectionName; readonly generation?: number | undefined }>,
  ) => {
    const { name, generation, actor } = wish;
    const retired = await retire(hub.database, name, generation);
    const details = { generations: retired.map(String) };
    const by = auditActorOf(hub, actor);
    await recordInAudit(hub.journal, { by, action: 'projection-retired', about: [name], details });
    return { name, retired };
  },
} as const;

async function moved(
  hub: OperationHub,
  { name, actor }: MoveWish,
  action: 'projection-promoted' | 'projection-rolled-back',
  { from, to }: Promotion,
) {
  const by = auditActorOf(hub, actor);
  await recordInAudit(hub.journal, { by, action, about: [name], details: { from, to } });
  return { name, from, to };
}
