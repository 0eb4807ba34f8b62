import { boundedCache } from '../../../shared/collections/bounded-cache.ts';
import type { LastReport } from '../facts/facts.ts';
import type { IngestLimits } from '../ingest-limits.ts';
import { createDeviceClock, type DeviceClock } from './device-clock.ts';
import { createDeviceRateLimit, type DeviceRateLimit } from './limits/device-rate-limit.ts';
import { createHourlyByteLimit, type HourlyByteLimit } from './limits/hourly-byte-limit.ts';

/** The memory of one device. Losing it costs accuracy for minutes; no stored fact becomes wrong. */
export interface DeviceMemory {
  readonly clock: DeviceClock;
  readonly rateLimit: DeviceRateLimit;
  readonly hourlyByteLimit: HourlyByteLimit;
  /** The last report of each account whose session the device did not end yet. */
  readonly accounts: Map<string, LastReport>;
  /** The time of the last `device-seen` event, monotonic ms. */
  seenAppendedAt: number;
}

const devicesMax = 10_000;
/** More accounts than a client plays within a session. */
const accountsMax = 8;

export function createDeviceMemories({
  deviceHourlyBytes,
}: Pick<IngestLimits, 'deviceHourlyBytes'>): (deviceId: string) => DeviceMemory {
  const memories = boundedCache<DeviceMemory>(devicesMax);
  return (deviceId) => {
    const known = memories.get(deviceId);
    if (known !== undefined) return known;
    const fresh: DeviceMemory = {
      clock: createDeviceClock(),
      rateLimit: createDeviceRateLimit(),
      hourlyByteLimit: createHourlyByteLimit(deviceHourlyBytes),
      accounts: new Map<string, LastReport>(),
      seenAppendedAt: Number.NEGATIVE_INFINITY,
    };
    memories.set(deviceId, fresh);
    return fresh;
  };
}

/** Remembers a report of an account. Over the limit, the account that was reported longest ago is forgotten. */
export function rememberAccount(
  { accounts }: DeviceMemory,
  accountId: string,
  { at, presence }: LastReport,
): void {
  const known = accounts.get(accountId)?.presence ?? null;
  accounts.delete(accountId);
  accounts.set(accountId, { at, presence: presence ?? known });
  const [oldest] = accounts.keys();
  if (accounts.size > accountsMax && oldest !== undefined) accounts.delete(oldest);
}

export function forgetAccount(memory: DeviceMemory, accountId: string): void {
  memory.accounts.delete(accountId);
}
