import { integerWithin } from '../../../../shared/domain/integers.ts';
import { storableText, textLengthMax } from '../../../../shared/domain/text.ts';
import { worldMax } from '../../../../shared/domain/world.ts';
import type { Skill } from '../../facts/facts.ts';
import { readAccountHash, readPlayerName } from '../../reading/read-fields.ts';
import { readSkills } from '../../reading/read-skills.ts';
import { asObject, type JsonObject, readOptional } from '../../reading/read-value.ts';
import { createSkipCounter } from '../../reading/skip-counter.ts';
import type { DinkMessage, DinkPlayer, SentTime } from './message.ts';
import { isIgnored, readDinkEvents } from './read-events.ts';
import type { DinkSkip, DinkSkippedKind } from './skipped.ts';

/** By the number that the hub has for each (decisions.md, `type`). */
const accountTypes = [
  'NORMAL',
  'IRONMAN',
  'ULTIMATE_IRONMAN',
  'HARDCORE_IRONMAN',
  'GROUP_IRONMAN',
  'HARDCORE_GROUP_IRONMAN',
  'UNRANKED_GROUP_IRONMAN',
];
const isoMoment = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?(?:Z|[+-]\d{2}:\d{2})$/;

/**
 * Cleans a message: what is usable stays, the rest is left out and counted (decisions.md, What comes in). Never throws, whatever
 * the object holds.
 * @param body the message as sent, with the account's hash
 * @param stored the same without what is never stored, and its text
 * @returns null for a message of which nothing is kept: the hub ignores its type on purpose, or it has none
 */
export function readDinkMessage(
  body: JsonObject,
  stored: { readonly body: JsonObject; readonly text: string },
): DinkMessage | null {
  const { extra } = stored.body;
  if (typeof body.type !== 'string' || body.type.trim() === '') return null;
  const type = storableText(body.type.trim(), textLengthMax);
  if (isIgnored(type, extra)) return null;
  const { skipped, skip } = createSkipCounter<DinkSkippedKind>();
  const made = readOptional(timestampOf(body.embeds), 'timestamp', skip, readMoment);
  return {
    type,
    player: readDinkPlayer(body, type, skip),
    sentAt: made,
    extra,
    events: readDinkEvents({ type, extra, text: stored.text, made }, skip),
    skills: readDinkSkills(type, extra, skip),
    skipped,
  };
}

/** The one field of a Discord embed that the hub looks at. */
function timestampOf(embeds: unknown): unknown {
  const [first] = Array.isArray(embeds) ? embeds : [];
  return asObject(first)?.timestamp;
}

function readMoment(value: unknown): SentTime | null {
  if (typeof value !== 'string' || !isoMoment.test(value)) return null;
  const at = Date.parse(value);
  return Number.isNaN(at) ? null : { at, text: value };
}

function readDinkPlayer(body: JsonObject, type: string, skip: DinkSkip): DinkPlayer {
  const { playerName, dinkAccountHash, accountType, world, extra } = body;
  const saidWorld = world ?? (type === 'LOGIN' ? asObject(extra)?.world : null);
  return {
    name: readOptional(playerName, 'name', skip, readPlayerName),
    accountHash: readOptional(dinkAccountHash, 'account_hash', skip, readAccountHash),
    accountType: readOptional(accountType, 'account_type', skip, readType),
    world: readOptional(saidWorld, 'world', skip, (number) => integerWithin(number, 1, worldMax)),
    specialWorld: body.seasonalWorld === true || isOfSpecialWorld(type) ? true : null,
  };
}

/** Leagues have worlds of their own, and so has speedrunning, of which Dink reports nothing else. */
function isOfSpecialWorld(type: string): boolean {
  return type.startsWith('LEAGUES_') || type === 'SPEEDRUN';
}

function readType(value: unknown): number | null {
  const number = typeof value === 'string' ? accountTypes.indexOf(value) : -1;
  return number === -1 ? null : number;
}

/** Only these two types have xp; a level without xp makes no skill. */
function readDinkSkills(type: string, extra: unknown, skip: DinkSkip): Skill[] {
  const said = asObject(extra);
  if (type === 'XP_MILESTONE') return skillsOf(said?.xpData, null, skip);
  if (type !== 'LOGIN') return [];
  const sent = readOptional(said?.skills, 'skills', skip, asObject);
  return sent === null ? [] : skillsOf(sent.experience, sent.levels, skip);
}

function skillsOf(xps: unknown, sentLevels: unknown, skip: DinkSkip): Skill[] {
  const sent = readOptional(xps, 'skills', skip, asObject);
  if (sent === null) return [];
  const levels = asObject(sentLevels) ?? {};
  return readSkills(sent, skip, (name) => ({
    xp: sent[name],
    level: Object.hasOwn(levels, name) ? levels[name] : null,
  }));
}
