/** Most bytes of a game event's data, which stays in the log for ever (decisions.md, Event `data`). */
const eventDataBytesMax = 16 * 1_024;

/** Of a level that an event names: far above any of the game. */
export const eventLevelMax = 65_535;

/** An event's data as JSON text, or a note in its place that says what was too large. @param timestamp epoch ms, as sent */
export function boundedEventData(
  text: string,
  said: { readonly type: string; readonly eventId: string | null; readonly timestamp: number | null },
): string {
  if (Buffer.byteLength(text) <= eventDataBytesMax) return text;
  const { type, eventId, timestamp } = said;
  return JSON.stringify({ type, eventId, timestamp, dropped: 'data over 16 KiB' });
}
