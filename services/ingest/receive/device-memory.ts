import { boundedCache } from '../../../shared/collections/bounded-cache.ts';
import type { IngestLimits } from '../ingest-limits.ts';
import { createDeviceClock, type DeviceClock } from './device-clock.ts';
import type { KnownAccounts } from './identify/device-accounts.ts';
import { createHourlyByteLimit, type HourlyByteLimit } from './limits/hourly-byte-limit.ts';
import { createRateLimit, deviceRate, playerRate, type ReportRateLimit } from './limits/report-rate-limit.ts';

/** When the memory is lost, the first report of each player counts as not late. */
export interface DeviceMemory {
  /**
   * A device may have several PCs: RuneLite shares the settings of a profile, and so the token. A
   * device may have several players, because a group may share a token.
   * @param key of the player's identity; null for reports that name no player
   */
  playerOf(key: string | null): PlayerMemory;
  readonly rateLimit: ReportRateLimit;
  readonly hourlyByteLimit: HourlyByteLimit;
  readonly accounts: KnownAccounts;
  /** When `device-seen` was last appended, monotonic ms. */
  seenAppendedAt: number;
}

export interface PlayerMemory {
  /** The clock of the player's PC. */
  readonly clock: DeviceClock;
  readonly rateLimit: ReportRateLimit;
  /** When the device last reported that the player left, monotonic ms. */
  leftAt: number;
}

const devicesMax = 10_000;
/** Far above the players that share a token. */
const playersMax = 64;

export function createDeviceMemories({
  deviceHourlyBytes,
}: Pick<IngestLimits, 'deviceHourlyBytes'>): (deviceId: string) => DeviceMemory {
  const memories = boundedCache<DeviceMemory>(devicesMax);
  return (deviceId) => {
    const known = memories.get(deviceId);
    if (known !== undefined) return known;
    const fresh: DeviceMemory = {
      playerOf: createPlayerMemories(),
      rateLimit: createRateLimit(deviceRate),
      hourlyByteLimit: createHourlyByteLimit(deviceHourlyBytes),
      accounts: { notedAt: new Map(), readAt: null },
      seenAppendedAt: Number.NEGATIVE_INFINITY,
    };
    memories.set(deviceId, fresh);
    return fresh;
  };
}

function createPlayerMemories(): DeviceMemory['playerOf'] {
  const memories = boundedCache<PlayerMemory>(playersMax);
  return (player) => {
    const key = player ?? '';
    const known = memories.get(key);
    if (known !== undefined) return known;
    const fresh: PlayerMemory = {
      clock: createDeviceClock(),
      rateLimit: createRateLimit(playerRate),
      leftAt: Number.NEGATIVE_INFINITY,
    };
    memories.set(key, fresh);
    return fresh;
  };
}
