import { boundedCache } from '../../../shared/collections/bounded-cache.ts';
import type { LastReported } from '../facts/facts.ts';
import { createDeviceClock, type DeviceClock } from '../facts/report-times.ts';
import type { IngestLimits } from '../ingest-limits.ts';
import { createTokenBucket, type TokenBucket } from './limits/device-rate-limit.ts';
import { createHourlyBytes, type HourlyBytes } from './limits/hourly-byte-limit.ts';

/** What ingest keeps of a device in memory; losing it costs accuracy for minutes, never truth. */
export interface DeviceMemory {
  readonly clock: DeviceClock;
  readonly bucket: TokenBucket;
  readonly received: HourlyBytes;
  /** Accounts that the device reported and whose sessions it did not end yet. */
  readonly accounts: Map<string, LastReported>;
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
      seenAt: Number.NEGATIVE_INFINITY,
    };
    memories.set(deviceId, fresh);
    return fresh;
  };
}

/** Remembers that the device reported an account; the one that it reported longest ago makes room. */
export function rememberAccount(
  { accounts }: DeviceMemory,
  accountId: string,
  { at, presence }: LastReported,
): void {
  const known = accounts.get(accountId)?.presence ?? null;
  accounts.delete(accountId);
  accounts.set(accountId, { at, presence: presence ?? known });
  const [oldest] = accounts.keys();
  if (accounts.size > accountsMax && oldest !== undefined) accounts.delete(oldest);
}

/** Forgets an account whose session ended. */
export function forgetAccount(memory: DeviceMemory, accountId: string): void {
  memory.accounts.delete(accountId);
}
