import { nameKey } from '../../shared/domain/text.ts';
import type { Random } from './random.ts';

/** The most players for whom the words below yield enough different names. */
export const playersMax = 1_000;
const lengthMax = 12;

// biome-ignore format: a list of words reads as a paragraph
const firsts = [
  'Alder', 'Ash', 'Bracken', 'Bram', 'Brine', 'Cinder', 'Clover', 'Copper', 'Dusk', 'Ember', 'Fen', 'Flint',
  'Frost', 'Gorse', 'Hazel', 'Heath', 'Iron', 'Juniper', 'Kestrel', 'Larch', 'Lichen', 'Moor', 'Moss', 'Nettle',
  'Oak', 'Onyx', 'Peat', 'Quill', 'Raven', 'Reed', 'Rime', 'Rowan', 'Rust', 'Salt', 'Sedge', 'Slate', 'Sorrel',
  'Tarn', 'Thorn', 'Umber', 'Vale', 'Wicker', 'Willow', 'Yarrow',
];
// biome-ignore format: a list of words reads as a paragraph
const seconds = [
  'arrow', 'bane', 'beck', 'bell', 'brook', 'by', 'crest', 'dale', 'fall', 'fell', 'field', 'fin', 'ford', 'gate',
  'glen', 'hollow', 'holm', 'kin', 'lock', 'mantle', 'mere', 'mire', 'moth', 'peak', 'ridge', 'rook', 'root',
  'shard', 'song', 'spire', 'stone', 'tide', 'vane', 'ward', 'weald', 'wick', 'wing', 'wold', 'wren', 'yard',
];

/**
 * Invented display names by the game's rules: at most 12 characters, and no two that the game would
 * treat as the same name.
 */
export function inventNames(count: number, random: Random): string[] {
  if (count > playersMax) throw new RangeError(`at most ${playersMax} players`);
  const names = new Map<string, string>();
  for (let tries = 0; names.size < count && tries < count * 100; tries += 1) {
    const name = inventName(random);
    if (name.length <= lengthMax && !names.has(nameKey(name))) names.set(nameKey(name), name);
  }
  if (names.size < count) throw new Error('ran out of names');
  return [...names.values()];
}

function inventName(random: Random): string {
  const first = random.pick(firsts);
  const second = random.pick(seconds);
  const capital = second.charAt(0).toUpperCase() + second.slice(1);
  if (random.chance(0.5)) return `${first} ${capital}`;
  if (random.chance(0.6)) return `${first}${second}`;
  return random.chance(0.3) ? `${first}_${capital}` : `${first}${second}${random.integer(2, 99)}`;
}
