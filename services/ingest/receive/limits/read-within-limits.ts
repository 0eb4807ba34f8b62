import { type Answer, rateLimited, tooLarge } from '../../http/answer.ts';
import { carriesEvents, type Plugin, type PluginReport, type PluginRequest } from '../../plugin.ts';
import type { DeviceMemory } from '../device-memory.ts';

type Limits = Pick<DeviceMemory, 'bucket' | 'received'>;

/**
 * Reads the body of a report, within the limits of its device (decisions.md, Limits of what one member can do). One that is
 * refused counts as any other: the bytes of an hour are what bounds reading, and once they are full nothing is read. A body
 * beyond the rate is read all the same: only its inside says whether it carries game events, which the rate lets pass.
 */
export async function readWithinLimits(
  plugin: Plugin,
  request: PluginRequest,
  { bucket, received }: Limits,
  monotonicNow: () => number,
): Promise<PluginReport | Answer> {
  const inRate = bucket.take(monotonicNow());
  const fullFor = received.fullFor(monotonicNow());
  if (fullFor > 0) return tooMuch(fullFor);
  // Measured before the body is read, which may empty it.
  const sentBytes = request.body.length;
  const read = await plugin.read(request);
  const isReport = !('status' in read);
  const bytes = isReport ? Buffer.byteLength(read.raw) : (read.bodyBytes ?? sentBytes);
  const wait = received.take(bytes, monotonicNow());
  if (wait > 0) return tooMuch(wait);
  return inRate || (isReport && carriesEvents(read)) ? read : tooMany;
}

/** How a body is refused of which the hub took in as many bytes as it may have, within the limits of its device. */
export function refuseTooLarge({ bucket, received }: Limits, bytes: number, monotonicNow: number): Answer {
  const inRate = bucket.take(monotonicNow);
  const wait = received.fullFor(monotonicNow) || received.take(bytes, monotonicNow);
  if (wait > 0) return tooMuch(wait);
  return inRate ? tooLarge : tooMany;
}

const tooMany = rateLimited(1, 'Too many reports from this device.');

function tooMuch(waitSeconds: number): Answer {
  return rateLimited(waitSeconds, 'This device has sent too much within an hour.');
}
