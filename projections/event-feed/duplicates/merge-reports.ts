import { eventDataBytesMax } from '../../../shared/events/event-text.ts';
import { membersOf, withMemberTexts } from '../../../shared/json-text.ts';
import type { StoredEvent } from '../stored-event.ts';
import { findWithheld } from '../withheld.ts';
import { clueType } from './comparable-content.ts';
import { type DropValue, valueOfDrop } from './drop-value.ts';
import type { Duplicate, NewFeedEvent } from './find-duplicates.ts';

/**
 * How long a record may change an event, by record times. An event is served when the watermark is
 * 10 s past it, and then never changes.
 */
export const mergedWithinMs = 10_000;
/** Their records are compared by items, and priced by item. */
export const dropTypes: ReadonlySet<string> = new Set(['loot', 'pk_loot', clueType]);

export function isDrop({ type }: Pick<StoredEvent, 'type'>): boolean {
  return dropTypes.has(type);
}

const mergedTypes = new Set(['loot', 'pk_loot', clueType, 'death', 'collection_log', 'superior_spawn']);
/** `withheld` follows from `data`. */
const mergedColumns = ['type', 'value_gp', 'item_id', 'npc_id', 'tier', 'data'] as const;
/** Members outside the payload. */
const placeMembers = new Set(['regionId', 'world']);

/**
 * Adds what only the other record says. The event's own values stay, unless its plugin could not
 * know them.
 * @returns `event` itself when the record adds nothing
 */
export function mergeReport<Event extends StoredEvent>(
  event: Event,
  { record }: Pick<Duplicate, 'record'>,
): Event {
  if (!mergedTypes.has(event.type)) return event;
  if (!isMergedInto(event, record)) return event;
  const drop = isDrop(event) ? valueOfDrop(event, record) : null;
  const data = withBestItem(mergedText(event.data, record.data), drop?.highestValueItem ?? null);
  const merged = {
    ...event,
    // A clue is on the loot leaderboard, whichever of its two messages came first.
    type: event.type === clueType ? record.type : event.type,
    value_gp: drop === null ? mergedValue(event, record) : drop.value_gp,
    item_id: drop === null ? (event.item_id ?? record.item_id) : drop.item_id,
    npc_id: event.npc_id ?? record.npc_id,
    tier: event.tier ?? record.tier,
    data,
    withheld: data === event.data ? event.withheld : findWithheld(data),
  };
  const isSame = mergedColumns.every((column) => merged[column] === event[column]);
  return isSame ? event : merged;
}

type Received = Pick<StoredEvent, 'received_at'>;

export function isMergedInto(event: Received, record: Received): boolean {
  return record.received_at - event.received_at < mergedWithinMs;
}

/** A plugin may know no price of an item, and may leave out worn gear when it prices a death. */
function mergedValue({ type, value_gp }: StoredEvent, record: NewFeedEvent): number | null {
  if (value_gp === null || value_gp === 0) return record.value_gp ?? value_gp;
  return type === 'death' ? Math.max(value_gp, record.value_gp ?? 0) : value_gp;
}

/** Headlines name the item of this member. */
function withBestItem(text: string, highestValueItem: DropValue['highestValueItem']): string {
  const payload = payloadMember(text, membersOf(text));
  if (highestValueItem === null || payload === null) return text;
  const item = JSON.stringify(highestValueItem);
  const sent = membersOf(text, payload.start).findLast(({ key }) => key === 'highestValueItem')?.value;
  const changed =
    sent === undefined
      ? withMemberTexts(text, [`"highestValueItem":${item}`], payload.start)
      : text.slice(0, sent.start) + item + text.slice(sent.end);
  return Buffer.byteLength(changed) <= eventDataBytesMax ? changed : text;
}

/**
 * Adds members that only `other` has. The members of `text` stay the same, even the digits of
 * numbers.
 */
export function mergedText(text: string, other: string): string {
  const [root, otherRoot] = [membersOf(text), membersOf(other)];
  const [payload, otherPayload] = [payloadMember(text, root), payloadMember(other, otherRoot)];
  const places = missingMembers(other, otherRoot, root, placeMembers);
  // Adds at the end first: adding to the payload first would move the end.
  const placed = withMemberTexts(text, places);
  const merged =
    payload === null || otherPayload === null
      ? placed
      : withMemberTexts(
          placed,
          missingMembers(other, membersOf(other, otherPayload.start), membersOf(text, payload.start)),
          payload.start,
        );
  return Buffer.byteLength(merged) <= eventDataBytesMax ? merged : text;
}

type Members = ReturnType<typeof membersOf>;

/** `data`, or `extra` for plugins without `data`. */
function payloadMember(text: string, root: Members) {
  const of = (key: string) => root.findLast((member) => member.key === key)?.value ?? null;
  const payload = of('data') ?? of('extra');
  return payload !== null && text[payload.start] === '{' ? payload : null;
}

/** @param wanted keys; all when not given */
function missingMembers(
  text: string,
  members: Members,
  known: Members,
  wanted?: ReadonlySet<string>,
): string[] {
  const keys = new Set(known.map(({ key }) => key));
  return members
    .filter(({ key }) => !keys.has(key) && wanted?.has(key) !== false)
    .map(({ start, end }) => text.slice(start, end));
}
