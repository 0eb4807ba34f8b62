import { readCurrent } from '../../../projections/access/commands/append-and-wait.ts';
import { namedAccounts } from '../../../projections/access/visibility/sorted-accounts.ts';
import { auditLogProjection } from '../../../projections/audit-log/projection.ts';
import { readNewestOfMembers } from '../../../projections/audit-log/queries/read-entries.ts';
import { findReadable } from '../../../shared/projection/generations/generations.ts';
import { describeDevices } from '../devices/device-contacts.ts';
import { isoTimeOrNull } from '../iso-time.ts';
import type { OperationHub } from '../operation-hub.ts';
import { memberDocuments } from './members.ts';

/** The members as `hub member list` has them, with what an admin looks for at a glance. */
export async function listMemberActivity(hub: OperationHub) {
  const directory = await readCurrent(hub);
  const signIns = await lastSignIns(hub);
  const devices = [...directory.devicesByTokenHash.values()];
  const described = await describeDevices(hub, directory, devices);
  const paired = Map.groupBy(
    described.map((device, index) => ({ ...device, memberId: devices[index]?.memberId })),
    ({ memberId }) => memberId,
  );
  const owned = Map.groupBy(namedAccounts(directory.accounts), ({ ownerId }) => ownerId);
  return memberDocuments(directory).map((member) => {
    const own = paired.get(member.id) ?? [];
    const active = own.filter(({ status }) => status === 'active');
    const reports = own.flatMap(({ last_used_at: at }) => at ?? []);
    return {
      ...member,
      accounts: (owned.get(member.id) ?? []).map(({ id, name }) => ({ id, name })),
      /** Titles of the plugins that are paired now, with the versions that they reported. */
      plugins: [
        ...new Set(active.map(({ plugin_title: title, version }) => `${title} ${version ?? ''}`.trim())),
      ],
      /** Whether a plugin was ever paired. */
      has_paired: own.length > 0,
      last_report_at: reports.toSorted().at(-1) ?? null,
      last_sign_in_at: isoTimeOrNull(signIns.get(member.id) ?? null),
    };
  });
}

/** Empty before the audit log has tables. */
async function lastSignIns({ database }: OperationHub): Promise<ReadonlyMap<string, number>> {
  const live = await findReadable(database, auditLogProjection);
  if (live === null) return new Map();
  return readNewestOfMembers(database, { schema: live.schema, action: 'signed-in' });
}
