import { diaryByPlace } from '../game/achievements.ts';
import { getItem } from '../game/items.ts';
import { placeTile } from '../game/places.ts';
import { distance, type MapTile, stepTowards } from '../game/tile.ts';
import type { TrainingMethod } from '../game/training-methods.ts';
import type { Random } from '../random.ts';
import { type Activity, type Character, gainXp } from './character.ts';
import { clearInventory, putItems } from './inventory.ts';
import { diaryTierAt, listProgress } from './list-progress.ts';
import type { Outbox } from './outbox.ts';

const strollRadius = 5;
const sailingSpeed = 3;
/** About one diary task in six hours of training at a place that has a diary. */
const diaryChance = 1 / 36_000;

/** Trains a skill for a number of ticks, at the place where the character already is. */
export function createTraining(
  character: Character,
  method: TrainingMethod,
  options: { readonly ticks: number; readonly outbox: Outbox; readonly random: Random },
): Activity {
  const { outbox, random } = options;
  const home = placeTile(method.place);
  const walk =
    method.course === undefined
      ? createStroll(character, home, random)
      : createCourse(character, method, act);
  let ticksLeft = options.ticks;
  let fraction = 0;

  function act(): void {
    // The game counts tenths of xp but shows whole numbers.
    const earned = method.xp + fraction;
    fraction = earned % 1;
    gainXp(character, method.skill, earned, outbox);
    if (method.product === null) return;
    const quantity = method.product === 'Coins' ? random.integer(10, 80) : 1;
    // A full inventory is banked at once: the average `ticks` of an action include the way to the
    // bank.
    if (!putItems(character.inventory, getItem(method.product), quantity))
      clearInventory(character.inventory);
  }

  function diary(): void {
    const region = diaryByPlace[method.place];
    if (region === undefined || !random.chance(diaryChance)) return;
    const tier = diaryTierAt(listProgress(character.xp), region);
    if (tier !== null) outbox.add('achievementDiary', { region, tier });
  }

  return {
    tick: () => {
      walk();
      if (method.course === undefined && random.chance(1 / method.ticks)) act();
      diary();
      ticksLeft -= 1;
      if (ticksLeft > 0) return true;
      character.place = distance(character.tile, home) <= strollRadius ? method.place : null;
      return false;
    },
  };
}

/** Walks a few steps from time to time, as if to the next tree, rock or stall. */
function createStroll(character: Character, home: MapTile, random: Random): () => void {
  let target = home;
  return () => {
    if (distance(character.tile, target) > 0) {
      character.tile = stepTowards(character.tile, target, 1);
    } else if (random.chance(0.04)) {
      const around = (): number => random.integer(-strollRadius, strollRadius);
      target = { x: home.x + around(), y: home.y + around(), plane: home.plane };
    }
  };
}

/** Repeats a course. A rooftop action is a whole lap; an action at sea takes `ticks` ticks. */
function createCourse(character: Character, method: TrainingMethod, act: () => void): () => void {
  const course = method.course ?? [];
  const speed = method.sailing === true ? sailingSpeed : 1;
  let next = 0;
  let ticks = 0;
  return () => {
    const target = course[next % course.length];
    if (target === undefined) return;
    character.onBoat = method.sailing === true;
    character.tile = stepTowards(character.tile, target, speed);
    ticks += 1;
    const arrived = distance(character.tile, target) === 0;
    if (arrived) next += 1;
    const lap = arrived && next % course.length === 0;
    if (method.sailing === true ? ticks % method.ticks === 0 : lap) act();
  };
}
