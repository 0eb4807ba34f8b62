import { diaryOf, diaryTiers } from '../game/feats.ts';
import { item } from '../game/items.ts';
import { placeTile } from '../game/places.ts';
import type { Pursuit } from '../game/pursuits.ts';
import { distance, type MapTile, stepTowards } from '../game/tile.ts';
import type { Random } from '../random.ts';
import { type Character, gainXp } from './character.ts';
import type { Doing } from './doing.ts';
import { clearInventory, putItems } from './inventory.ts';
import type { Outbox } from './outbox.ts';

const strollRadius = 5;
const sailingSpeed = 3;
/** About one diary task in 40 minutes of training at a place that has a diary. */
const diaryChance = 1 / 4_000;

/** Trains a skill at the place of the pursuit, where the character stands already, for a number of ticks. */
export function createTraining(
  character: Character,
  pursuit: Pursuit,
  options: { readonly ticks: number; readonly outbox: Outbox; readonly random: Random },
): Doing {
  const { outbox, random } = options;
  const home = placeTile(pursuit.place);
  const walk =
    pursuit.course === undefined
      ? createStroll(character, home, random)
      : createCourse(character, pursuit, act);
  let ticksLeft = options.ticks;
  let fraction = 0;

  function act(): void {
    // The game counts tenths of xp and shows whole ones.
    const earned = pursuit.xp + fraction;
    fraction = earned % 1;
    gainXp(character, pursuit.skill, earned, outbox);
    if (pursuit.product === null) return;
    const quantity = pursuit.product === 'Coins' ? random.integer(10, 80) : 1;
    // A full inventory is taken to the bank; the few ticks that it takes are part of `ticks`.
    if (!putItems(character.inventory, item(pursuit.product), quantity)) clearInventory(character.inventory);
  }

  function diary(): void {
    const region = diaryOf[pursuit.place];
    if (region !== undefined && random.chance(diaryChance)) {
      outbox.add('achievementDiary', { region, tier: random.pick(diaryTiers) });
    }
  }

  return {
    tick: () => {
      walk();
      if (pursuit.course === undefined && random.chance(1 / pursuit.ticks)) act();
      diary();
      ticksLeft -= 1;
      if (ticksLeft > 0) return true;
      character.place = distance(character.tile, home) <= strollRadius ? pursuit.place : null;
      return false;
    },
  };
}

/** A few steps now and then: to the next tree, rock or stall. */
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

/** Round after round of a rooftop course or of a ship; a whole lap is one action on a rooftop, a stretch at sea. */
function createCourse(character: Character, pursuit: Pursuit, act: () => void): () => void {
  const course = pursuit.course ?? [];
  const speed = pursuit.sailing === true ? sailingSpeed : 1;
  let next = 0;
  let ticks = 0;
  return () => {
    const target = course[next % course.length];
    if (target === undefined) return;
    character.onBoat = pursuit.sailing === true;
    character.tile = stepTowards(character.tile, target, speed);
    ticks += 1;
    const arrived = distance(character.tile, target) === 0;
    if (arrived) next += 1;
    const lap = arrived && next % course.length === 0;
    if (pursuit.sailing === true ? ticks % pursuit.ticks === 0 : lap) act();
  };
}
