import { integerWithinOrNull } from '../../../../shared/domain/integers.ts';
import { storableText, textLengthMax } from '../../../../shared/domain/text.ts';
import { worldMax } from '../../../../shared/domain/world.ts';
import type { Skill } from '../../facts/facts.ts';
import { readAccountHash, readMoment, readPlayerName } from '../../reading/read-fields.ts';
import { readSkills } from '../../reading/read-skills.ts';
import { asObject, type JsonObject, readOptional } from '../../reading/read-value.ts';
import { createSkipCounter, type SkipCounter } from '../../reading/skip-counter.ts';
import type { DinkMessage, DinkPlayer } from './message.ts';
import { readCounters } from './read-counters.ts';
import { isIgnored, readDinkEvents } from './read-events.ts';
import { readShownMessage } from './shown-message.ts';

/** In the order of the hub's numbers (rules/names.md#account-types). */
const accountTypes = [
  'NORMAL',
  'IRONMAN',
  'ULTIMATE_IRONMAN',
  'HARDCORE_IRONMAN',
  'GROUP_IRONMAN',
  'HARDCORE_GROUP_IRONMAN',
  'UNRANKED_GROUP_IRONMAN',
];

/**
 * Cleans a message (rules/input.md#what-comes-in). Never throws.
 * @param body as sent, with the account's hash
 * @param stored without values that are never stored
 * @returns null without a type, and for a type that the hub ignores on purpose
 */
export function readDinkMessage(
  body: JsonObject,
  stored: { readonly body: JsonObject; readonly text: string },
  isDamaged: boolean,
): DinkMessage | null {
  const { extra } = stored.body;
  if (typeof body.type !== 'string' || body.type.trim() === '') return null;
  const type = storableText(body.type.trim(), textLengthMax);
  if (isIgnored(type, extra)) return null;
  const { skipped, skip } = createSkipCounter(isDamaged);
  const shown = readShownMessage(type, stored.body);
  const sentAt = readOptional(timestampOf(body.embeds), 'timestamp', skip, readMoment);
  return {
    type,
    player: readDinkPlayer(body, type, skip),
    sentAt,
    extra,
    events: readDinkEvents({ type, extra, text: stored.text, sentAt, shown }, skip),
    skills: readDinkSkills(type, extra, skip),
    holdings: readCounters(type, extra, skip),
    skipped,
  };
}

/** The time stands in the embed only. */
function timestampOf(embeds: unknown): unknown {
  const [first] = Array.isArray(embeds) ? embeds : [];
  return asObject(first)?.timestamp;
}

function readDinkPlayer(body: JsonObject, type: string, skip: SkipCounter): DinkPlayer {
  const { playerName, dinkAccountHash, accountType, world, extra } = body;
  const sentWorld = world ?? (type === 'LOGIN' ? asObject(extra)?.world : null);
  return {
    name: readOptional(playerName, 'name', skip, readPlayerName),
    accountHash: readOptional(dinkAccountHash, 'account_hash', skip, readAccountHash),
    accountType: readOptional(accountType, 'account_type', skip, readType),
    world: readOptional(sentWorld, 'world', skip, (number) => integerWithinOrNull(number, 1, worldMax)),
    specialWorld: body.seasonalWorld === true || isOfSpecialWorld(type) ? true : null,
    seasonalWorld: typeof body.seasonalWorld === 'boolean' ? body.seasonalWorld : null,
  };
}

/** Leagues and speedruns have their own worlds. */
function isOfSpecialWorld(type: string): boolean {
  return type.startsWith('LEAGUES_') || type === 'SPEEDRUN';
}

function readType(value: unknown): number | null {
  const number = typeof value === 'string' ? accountTypes.indexOf(value) : -1;
  return number === -1 ? null : number;
}

/** Only LOGIN and XP_MILESTONE have xp. */
function readDinkSkills(type: string, extra: unknown, skip: SkipCounter): Skill[] {
  const content = asObject(extra);
  if (type === 'XP_MILESTONE') return skillsOf(content?.xpData, null, skip);
  if (type !== 'LOGIN') return [];
  const sent = readOptional(content?.skills, 'skills', skip, asObject);
  return sent === null ? [] : skillsOf(sent.experience, sent.levels, skip);
}

function skillsOf(xps: unknown, sentLevels: unknown, skip: SkipCounter): Skill[] {
  const sent = readOptional(xps, 'skills', skip, asObject);
  if (sent === null) return [];
  const levels = asObject(sentLevels) ?? {};
  return readSkills(sent, skip, (name) => ({
    xp: sent[name],
    level: Object.hasOwn(levels, name) ? levels[name] : null,
  }));
}
