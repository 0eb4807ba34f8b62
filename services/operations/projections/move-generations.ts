import { projections } from '../../../projections/registry.ts';
import { recordInAudit } from '../../../shared/log/record-in-audit.ts';
import type { ProjectionName } from '../../../shared/projection/projection.ts';
import { type Promotion, promote, rollBack } from '../../../shared/projection/replay/promote.ts';
import { type RetireInput, retire } from '../../../shared/projection/replay/retire.ts';
import { auditActorOf, type OperationHub, type Requested } from '../operation-hub.ts';

type MoveInput = Requested<{ readonly name: ProjectionName; readonly force: boolean }>;

/** @throws OperatorError */
export const moveOperations = {
  promote: async (hub: OperationHub, input: MoveInput) =>
    moved(hub, input, 'projection-promoted', await promote(hub.database, input.name, input)),

  rollBack: async (hub: OperationHub, input: MoveInput) =>
    moved(hub, input, 'projection-rolled-back', await rollBack(hub.database, input.name, input)),

  retire: async (hub: OperationHub, input: Requested<RetireInput & { readonly name: ProjectionName }>) => {
    const { name, actor } = input;
    const own = projections.find((projection) => projection.name === name)?.version;
    const retired = await retire(hub.database, name, { ...input, own });
    const details = { generations: retired.map(String) };
    const by = auditActorOf(hub, actor);
    await recordInAudit(hub.journal, { by, action: 'projection-retired', about: [name], details });
    return { name, retired };
  },
} as const;

async function moved(
  hub: OperationHub,
  { name, actor }: MoveInput,
  action: 'projection-promoted' | 'projection-rolled-back',
  { from, to }: Promotion,
) {
  const by = auditActorOf(hub, actor);
  await recordInAudit(hub.journal, { by, action, about: [name], details: { from, to } });
  return { name, from, to };
}
