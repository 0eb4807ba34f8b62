import { type Answer, rateLimited, tooLarge } from '../../http/answer.ts';
import {
  hasEventsOrSessionEnd,
  type Plugin,
  type PluginReport,
  type PluginRequest,
} from '../../plugin-adapter.ts';
import type { DeviceMemory } from '../device-memory.ts';

type Limits = Pick<DeviceMemory, 'rateLimit' | 'hourlyByteLimit' | 'playerOf'>;

/**
 * Reads within the limits of the device (rules/member-limits.md#bytes). A body over the rate limit
 * is still read, because only the body shows the game events that may pass. The hourly limit bounds
 * this reading. A refused body counts too.
 * @param playerOf null for a report that names no player
 */
export async function readWithinLimits(
  plugin: Plugin,
  request: PluginRequest,
  memory: Limits,
  monotonicNow: () => number,
  playerOf: (report: PluginReport) => string | null,
): Promise<PluginReport | Answer> {
  const { rateLimit, hourlyByteLimit } = memory;
  const isDeviceWithinRate = rateLimit.take(monotonicNow());
  const secondsUntilFree = hourlyByteLimit.secondsUntilFree(monotonicNow());
  if (secondsUntilFree > 0) return tooManyBytes(secondsUntilFree);
  // `read` may empty the body.
  const sentBytes = request.body.length;
  const read = await plugin.read(request);
  const isReport = !('status' in read);
  const bytes = isReport ? Buffer.byteLength(read.raw) : (read.bodyBytes ?? sentBytes);
  const waitSeconds = hourlyByteLimit.take(bytes, monotonicNow());
  if (waitSeconds > 0) return tooManyBytes(waitSeconds);
  const player = memory.playerOf(isReport ? playerOf(read) : null);
  const isWithinRate = player.rateLimit.take(monotonicNow()) && isDeviceWithinRate;
  return isWithinRate || (isReport && hasEventsOrSessionEnd(read)) ? read : tooManyReports;
}

/** Also counts the body. @param bytes that came in */
export function refuseTooLarge(
  { rateLimit, hourlyByteLimit, playerOf }: Limits,
  bytes: number,
  monotonicNow: number,
): Answer {
  const isDeviceWithinRate = rateLimit.take(monotonicNow);
  const isWithinRate = playerOf(null).rateLimit.take(monotonicNow) && isDeviceWithinRate;
  const waitSeconds =
    hourlyByteLimit.secondsUntilFree(monotonicNow) || hourlyByteLimit.take(bytes, monotonicNow);
  if (waitSeconds > 0) return tooManyBytes(waitSeconds);
  return isWithinRate ? tooLarge : tooManyReports;
}

const tooManyReports = rateLimited(1, 'Too many reports from this device.');

function tooManyBytes(waitSeconds: number): Answer {
  return rateLimited(waitSeconds, 'This device has sent too much within an hour.');
}
