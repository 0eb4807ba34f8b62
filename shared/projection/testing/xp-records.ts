import { type NewEvent, newEvent } from '../../events/event.ts';
import { partitionOf } from '../../events/streams.ts';
import { xpReported } from '../../events/types/xp-reported.ts';
import type { LogEntry } from '../../log/event-log.ts';
import { encodeEventValue } from '../../log/records/event-value.ts';
import { logEntry } from '../../log/records/log-entry.ts';
import { poisonSkill, refusedXp } from './tally-projection.ts';

export function xp(subject: string, amount: number, skill = 'Attack'): NewEvent {
  return newEvent(
    xpReported,
    { subject, source: 'ha' },
    { at: 1, skills: { [skill]: amount }, complete: false },
  );
}

/** An event that the fold throws on. */
export const poison = (subject: string) => xp(subject, 1, poisonSkill);
/** An event that the fold takes and the database refuses. */
export const refused = (subject: string) => xp(subject, refusedXp);

/** The entry that the journal appends for the event. */
export function entryOf(event: NewEvent): LogEntry {
  return logEntry(event, encodeEventValue(event), null);
}

/** A record whose value is no JSON. */
export function brokenEntry(subject: string): LogEntry {
  return { ...entryOf(xp(subject, 1)), value: Buffer.from('{"at":1,') };
}

/** Names of accounts that share one partition. */
export function neighbours(count: number): string[] {
  const names: string[] = [];
  for (let number = 0; names.length < count; number += 1) {
    if (partitionOf('hub.xp', `n${number}`) === partitionOf('hub.xp', 'n0')) names.push(`n${number}`);
  }
  return names;
}
