import type { Projection } from '../../../shared/projection/projection.ts';
import { type Verification, verifyGeneration } from '../../../shared/projection/replay/verify/verify.ts';
import type { RowRetentionMsBySetting } from '../../../shared/projection/upkeep/expire-rows.ts';
import type { OperationHub } from '../operation-hub.ts';
import { whileProjected } from '../run-while-projecting.ts';

/** @throws OperatorError, and the signal's reason */
export async function verifyProjection(
  hub: OperationHub,
  projection: Projection,
  retentionMsBySetting: RowRetentionMsBySetting,
  signal?: AbortSignal,
): Promise<Verification & { readonly name: string }> {
  const { database } = hub;
  const verification = await whileProjected(hub, [projection], () =>
    verifyGeneration({ database, projection, retentionMsBySetting, signal }),
  );
  return { name: projection.name, ...verification };
}
