import { corrected, iso, type Sent } from './sent.ts';

const earliestMs = 15 * 60_000;

/** `/events` of an account, oldest first: what the plugin told of, each once, however often it was resent. */
export function expectedEvents(sent: readonly Sent[]): object[] {
  const told = new Set<string>();
  return sent.flatMap((each) => {
    const events = each.report.events.filter(({ type, eventId }) => {
      const isNew = !told.has(eventId);
      told.add(eventId);
      return isNew && (type as string) !== 'clientShutdown';
    });
    return events.flatMap(({ type, data, timestamp }) => {
      const at = Math.max(each.received - earliestMs, corrected(each, timestamp));
      return (Array.isArray(data) ? data : [data]).map((element) => ({
        type: type.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
        occurred_at: iso(at),
        received_at: iso(each.received),
        special_world: !each.own,
        data: element,
      }));
    });
  });
}
