import { itemTextLengthMax } from '../../../../shared/domain/text.ts';
import type { SentHoldings } from '../../facts/facts.ts';
import { readNumber, readText } from '../../reading/read-fields.ts';
import { asObject, type JsonObject, readList, readOptional } from '../../reading/read-value.ts';
import type { SkipCounter } from '../../reading/skip-counter.ts';

/** Far above the pets of the game. */
const petsMax = 200;

/**
 * Dink sends the collection log only while the player has the summary tab open, and pets only with
 * RuneLite's plugin Chat Commands.
 */
export function readCounters(type: string, extra: unknown, skip: SkipCounter): SentHoldings {
  const sent = asObject(extra);
  if (type !== 'LOGIN' || sent === null) return {};
  const progressOf = (field: string) => readOptional(sent[field], 'counter', skip, readProgress);
  return {
    'collection-log-count': progressOf('collectionLog'),
    'combat-achievements': progressOf('combatAchievementPoints'),
    'quest-count': progressOf('questCount'),
    'quest-points': progressOf('questPoints'),
    'diary-count': progressOf('achievementDiary'),
    'diary-tasks': progressOf('achievementDiaryTasks'),
    slayer: readOptional(sent.slayer, 'counter', skip, readSlayer),
    pets: readOptional(sent.pets, 'pets', skip, (pets) => readPets(pets, skip)),
    'barbarian-assault': readOptional(sent.barbarianAssault, 'counter', skip, readGambles),
  };
}

function readProgress(value: unknown) {
  const sent = asObject(value) ?? {};
  const [completed, total] = [readNumber(sent.completed), readNumber(sent.total)];
  return completed === null || total === null ? null : { completed, total };
}

function readSlayer(value: unknown) {
  const sent = asObject(value) ?? {};
  const [points, streak] = [readNumber(sent.points), readNumber(sent.streak)];
  return points === null || streak === null ? null : { points, streak };
}

function readGambles(value: unknown) {
  const gambles = readNumber(asObject(value)?.highGambleCount);
  return gambles === null ? null : { high_gambles: gambles };
}

/** An empty list means that the player has no pet. */
function readPets(value: unknown, skip: SkipCounter) {
  const pets = readList(value, petsMax, 'pets', skip, (pet) => readPet(asObject(pet) ?? {}));
  return pets === null ? null : { pets };
}

function readPet({ itemId, name }: JsonObject) {
  const id = readNumber(itemId);
  return id === null ? null : { id, name: readText(name, itemTextLengthMax) };
}
