import { LRUCache } from 'lru-cache';
import type { IngestLimits } from '../ingest-limits.ts';
import { createDeviceClock, type DeviceClock } from './clock-correction.ts';
import type { Presence } from './facts.ts';
import { createHourlyBytes, type HourlyBytes } from './hourly-bytes.ts';
import { createTokenBucket, type TokenBucket } from './token-bucket.ts';

/** What ingest keeps of a device in memory; losing it costs accuracy for minutes, never truth. */
export interface DeviceMemory {
  readonly clock: DeviceClock;
  readonly bucket: TokenBucket;
  readonly received: HourlyBytes;
  /** Accounts that the device reported and whose sessions it did not end yet, with their last known presence. */
  readonly accounts: Map<string, Presence | null>;
  /** When `device-seen` was last stated, monotonic ms. */
  seenAt: number;
}

const devicesMax = 10_000;
/** More accounts than one client plays within a session. */
const accountsMax = 8;

export function createDeviceMemories({
  deviceHourlyBytes,
}: IngestLimits): (deviceId: string) => DeviceMemory {
  const memories = new LRUCache<string, DeviceMemory>({ max: devicesMax });
  return (deviceId) => {
    const known = memories.get(deviceId);
    if (known !== undefined) return known;
    const fresh = {
      clock: createDeviceClock(),
      bucket: createTokenBucket(),
      received: createHourlyBytes(deviceHourlyBytes),
      accounts: new Map<string, Presence | null>(),
      seenAt: Number.NEGATIVE_INFINITY,
    };
    memories.set(deviceId, fresh);
    return fresh;
  };
}

/** Remembers that the device reported an account; the one that it reported longest ago makes room. */
export function rememberAccount(memory: DeviceMemory, accountId: string, presence: Presence | null): void {
  const known = memory.accounts.get(accountId) ?? null;
  memory.accounts.delete(accountId);
  memory.accounts.set(accountId, presence ?? known);
  const [oldest] = memory.accounts.keys();
  if (memory.accounts.size > accountsMax && oldest !== undefined) memory.accounts.delete(oldest);
}
