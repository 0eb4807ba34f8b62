import { boundedCache } from '../../../shared/bounded-cache.ts';
import type { IngestLimits } from '../ingest-limits.ts';
import { createDeviceClock, type DeviceClock } from './clock-correction.ts';
import type { LastReported } from './facts.ts';
import { createHourlyBytes, type HourlyBytes } from './hourly-bytes.ts';
import { createTokenBucket, type TokenBucket } from './token-bucket.ts';

/**
 * The world that an account was last known on. A report that names no world is taken to be of this one. Where it is a
 * special one, the report is of the other character until the session that began there ends (decisions.md, Presence and
 * time).
 */
export interface LastWorld {
  readonly world: number | null;
  readonly special: boolean;
  /** When the session there ends if no other message comes, epoch ms. */
  readonly openUntil: number;
}

/** What ingest keeps of a device in memory; losing it costs accuracy for minutes, never truth. */
export interface DeviceMemory {
  readonly clock: DeviceClock;
  readonly bucket: TokenBucket;
  readonly received: HourlyBytes;
  /** Accounts that the device reported and whose sessions it did not end yet. */
  readonly accounts: Map<string, LastReported>;
  /** The last world of each account that the device reported lately. It stays when a session ends. */
  readonly worlds: Map<string, LastWorld>;
  /** When `device-seen` was last stated, monotonic ms. */
  seenAt: number;
}

const devicesMax = 10_000;
/** More accounts than one client plays within a session. */
const accountsMax = 8;

export function createDeviceMemories({
  deviceHourlyBytes,
}: Pick<IngestLimits, 'deviceHourlyBytes'>): (deviceId: string) => DeviceMemory {
  const memories = boundedCache<DeviceMemory>(devicesMax);
  return (deviceId) => {
    const known = memories.get(deviceId);
    if (known !== undefined) return known;
    const fresh = {
      clock: createDeviceClock(),
      bucket: createTokenBucket(),
      received: createHourlyBytes(deviceHourlyBytes),
      accounts: new Map<string, LastReported>(),
      worlds: new Map<string, LastWorld>(),
      seenAt: Number.NEGATIVE_INFINITY,
    };
    memories.set(deviceId, fresh);
    return fresh;
  };
}

/** Remembers that the device reported an account; the one that it reported longest ago makes room. */
export function rememberAccount(
  memory: DeviceMemory,
  accountId: string,
  { at, presence }: LastReported,
): void {
  const known = memory.accounts.get(accountId)?.presence ?? null;
  putLatest(memory.accounts, accountId, { at, presence: presence ?? known });
}

/** Remembers the world that an account is on. */
export function rememberWorld(memory: DeviceMemory, accountId: string, world: LastWorld): void {
  putLatest(memory.worlds, accountId, world);
}

/** Remembers that the session of an account ended, which ends what was known of its world. */
export function forgetSession(memory: DeviceMemory, accountId: string): void {
  memory.accounts.delete(accountId);
  const last = memory.worlds.get(accountId);
  if (last !== undefined) memory.worlds.set(accountId, { ...last, special: false });
}

function putLatest<Value>(map: Map<string, Value>, accountId: string, value: Value): void {
  map.delete(accountId);
  map.set(accountId, value);
  const [oldest] = map.keys();
  if (map.size > accountsMax && oldest !== undefined) map.delete(oldest);
}
