import { isoDurationMs } from '../../shared/domain/durations.ts';
import { integerWithinOrNull } from '../../shared/domain/integers.ts';
import { quantityMax } from '../../shared/domain/item.ts';
import { isJsonObject } from '../../shared/domain/json-object.ts';
import { searchedName, searchedNameLengthMax } from '../../shared/domain/searched-name.ts';
import { storableText } from '../../shared/domain/text.ts';
import { type Payload, payloadOf } from '../../shared/events/event-payload.ts';
import type { GameEvent } from '../../shared/events/types/game-event-recorded.ts';

export interface KillReport {
  readonly name: string;
  /** `name` as it is compared. */
  readonly boss: string;
  readonly kills: number | null;
  readonly bestMs: number | null;
}

/** The kill count or personal best that an event of a normal world reports; null without both. */
export function killReportOf({ type, special_world, data }: GameEvent): KillReport | null {
  const read = Object.hasOwn(readers, type) ? readers[type] : undefined;
  if (read === undefined || special_world || !mayCount.test(data)) return null;
  const [sentName, sentKills, time] = read(payloadOf(data));
  const text = isJsonObject(sentName) ? sentName.text : sentName;
  const name = typeof text === 'string' ? storableText(text, searchedNameLengthMax).trim() : '';
  const kills = integerWithinOrNull(sentKills, 1, quantityMax);
  const bestMs = integerWithinOrNull(typeof time === 'string' ? isoDurationMs(time) : null, 1, quantityMax);
  if (name === '' || (kills === null && bestMs === null)) return null;
  return { name, boss: searchedName(name), kills, bestMs };
}

/** Saves parsing the data of events without a count. */
const mayCount = /kill_?count|"boss"/i;
/** Sources of loot that are no player and no victim of a thief. */
const counted: readonly unknown[] = [undefined, null, 'NPC', 'EVENT'];

type Reported = readonly [name: unknown, kills: unknown, time?: unknown];

const readers: Readonly<Record<string, (payload: Payload) => Reported>> = {
  KILL_COUNT: ({ boss, count, time, isPersonalBest, personalBest }) => [
    boss,
    count,
    isPersonalBest === true ? time : personalBest,
  ],
  loot: ({ source, category, killCount }) => [counted.includes(category) ? source : null, killCount],
  collection_log: ({ dropperName, dropperType, dropperKillCount }) => [
    counted.includes(dropperType) ? dropperName : null,
    dropperKillCount,
  ],
};
