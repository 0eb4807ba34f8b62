import { readCurrent } from '../../../projections/access/commands/append-and-wait.ts';
import { hourMs } from '../../../shared/domain/durations.ts';
import { derivedId, type OperationHub } from '../operation-hub.ts';
import { describeDevices } from './device-contacts.ts';
import { deviceOperations } from './devices.ts';

const revokedAtOnceMax = 20;

/**
 * Revokes created settings that no plugin ever used (rules/members.md#tokens). Asks the log once an
 * hour.
 */
export function createUnusedDeviceExpiry(hub: OperationHub): () => Promise<void> {
  let next = 0;
  return async () => {
    const now = hub.directory.latestClock();
    if (now < next) return;
    await expireUnusedDevices(hub, now);
    next = now + hourMs;
  };
}

/** @param now epoch ms by the log's clock */
async function expireUnusedDevices(hub: OperationHub, now: number): Promise<void> {
  const directory = await readCurrent(hub);
  const silent = [...directory.devicesByTokenHash.values()].filter(
    ({ revoked, lastSeenAt }) => !revoked && lastSeenAt === null,
  );
  const described = await describeDevices(hub, directory, silent);
  const expired = described.filter(({ expires_at: at }) => at !== null && Date.parse(at) <= now);
  for (const { id: deviceId } of expired.slice(0, revokedAtOnceMax)) {
    // Another console may expire the same device at the same time.
    const requestId = derivedId(`expiry of the unused device ${deviceId}`);
    await deviceOperations.revoke(hub, { deviceId, actor: 'hub', requestId });
  }
}
