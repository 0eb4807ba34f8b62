import { realLevel } from '../../../shared/domain/skill.ts';
import { monsters } from '../game/bestiary.ts';
import type { FightStyle } from '../game/gear.ts';
import { getItem } from '../game/items.ts';
import type { Monster } from '../game/monster.ts';
import type { PlaceName } from '../game/places.ts';
import { combatLevel } from '../game/skills.ts';
import { type TrainingMethod, trainingMethods } from '../game/training-methods.ts';
import type { Random } from '../random.ts';
import { type Activity, type Character, hitpointsMax, prayerMax, wearOutfit } from './character.ts';
import { createFight, packForFight } from './fight.ts';
import { clearInventory, putItems } from './inventory.ts';
import { createJourney } from './journey.ts';
import type { Outbox } from './outbox.ts';
import { createTraining } from './training.ts';

/** The next activity of a character: it travels to a place, then fights or trains there. */
export interface Plan {
  readonly place: PlaceName;
  /** Created when the plan begins. */
  readonly journey: () => Activity;
  readonly activity: () => Activity;
}

interface Situation {
  readonly character: Character;
  readonly outbox: Outbox;
  readonly random: Random;
}

/**
 * The next plan; `fighting` is the share of plans that are fights. Training takes 2 to 10 minutes,
 * a fight 3 to 15.
 */
export function createPlan(situation: Situation, fighting: number): Plan {
  return situation.random.chance(fighting) ? planFight(situation) : planTraining(situation);
}

function planFight({ character, outbox, random }: Situation): Plan {
  const monster = chooseMonster(character, random);
  const style = random.pick<FightStyle>(['melee', 'melee', 'melee', 'ranged', 'ranged', 'magic']);
  wearOutfit(character, style);
  packForFight(character, random);
  // Players begin a fight with full hitpoints and prayer, as after the pool in their house.
  character.hitpoints = hitpointsMax(character);
  character.prayer = prayerMax(character);
  const ticks = random.integer(300, 1_500);
  return {
    place: monster.place,
    journey: () => createJourney(character, monster.place, random),
    activity: () => createFight(character, monster, { style, ticks, outbox, random }),
  };
}

/** Chooses among the nine hardest monsters that the character can fight. */
function chooseMonster(character: Character, random: Random): Monster {
  const combat = combatLevel(character.xp);
  const slayer = realLevel(character.xp.Slayer);
  const possible = monsters.filter(
    ({ boss, combatLevel: level, slayerLevel }) =>
      slayerLevel <= slayer && (boss ? combat >= Math.min(115, level / 2.6) : level <= combat * 1.3),
  );
  const hardest = possible.toSorted((left, right) => right.combatLevel - left.combatLevel).slice(0, 9);
  return random.pick(hardest);
}

function planTraining({ character, outbox, random }: Situation): Plan {
  const method = chooseTrainingMethod(character, random);
  clearInventory(character.inventory);
  putItems(character.inventory, getItem('Coins'), random.integer(100, 50_000));
  putItems(character.inventory, getItem('Law rune'), random.integer(10, 100));
  const ticks = random.integer(200, 1_000);
  return {
    place: method.place,
    journey: () => createJourney(character, method.place, random),
    activity: () => createTraining(character, method, { ticks, outbox, random }),
  };
}

/** A training method for a random skill, usually the best that the character's level allows. */
function chooseTrainingMethod(character: Character, random: Random): TrainingMethod {
  const possible = trainingMethods.filter(({ skill, level }) => level <= realLevel(character.xp[skill]));
  const skill = random.pick([...new Set(possible.map((method) => method.skill))]);
  const ofSkill = possible
    .filter((method) => method.skill === skill)
    .sort((left, right) => right.level - left.level);
  return random.chance(0.8) ? random.pick(ofSkill.slice(0, 1)) : random.pick(ofSkill);
}
