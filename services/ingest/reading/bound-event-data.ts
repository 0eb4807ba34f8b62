import { eventDataBytesMax } from '../../../shared/events/event-text.ts';

/** Far above any level of the game. */
export const eventLevelMax = 65_535;

/**
 * A note replaces data over 16 KiB.
 * @param event its timestamp is epoch ms
 */
export function boundedEventData(
  text: string,
  event: { readonly type: string; readonly eventId: string | null; readonly timestamp: number | null },
): string {
  if (Buffer.byteLength(text) <= eventDataBytesMax) return text;
  const { type, eventId, timestamp } = event;
  return JSON.stringify({ type, eventId, timestamp, dropped: 'data over 16 KiB' });
}
