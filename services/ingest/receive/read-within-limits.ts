import { type Answer, rateLimited } from '../http/answer.ts';
import { carriesEvents, type Plugin, type PluginReport, type PluginRequest } from '../plugin.ts';
import type { DeviceMemory } from './device-memory.ts';

type Limits = Pick<DeviceMemory, 'bucket' | 'received'>;

/**
 * Reads the body of a report, within the limits of its device (decisions.md, Limits of what one member can do). One that is
 * refused counts as any other: else a device could have the hub read broken bodies without an end.
 */
export async function readWithinLimits(
  plugin: Plugin,
  request: PluginRequest,
  { bucket, received }: Limits,
  monotonicNow: () => number,
): Promise<PluginReport | Answer> {
  const inRate = bucket.take(monotonicNow());
  // Measured before the body is read, which may empty it.
  const sentBytes = request.body.length;
  const read = await plugin.read(request);
  const isReport = !('status' in read);
  // The limit of reports lets game events pass, so that none is lost; only the bytes of an hour bound them.
  if (!inRate && !(isReport && carriesEvents(read))) {
    return rateLimited(1, 'Too many reports from this device.');
  }
  const bytes = isReport ? Buffer.byteLength(read.raw) : (read.bodyBytes ?? sentBytes);
  const wait = received.take(bytes, monotonicNow());
  return wait > 0 ? rateLimited(wait, 'This device has sent too much within an hour.') : read;
}
