import { hasWords, spacedWords, wordsOf } from '../../../shared/domain/name-words.ts';
import type { CatalogueEntry, ItemsById } from './item-catalogue.ts';

/** Words with a space before each, by entry, because a catalogue has thousands of names. */
const wordsOfEntry = new WeakMap<CatalogueEntry, string>();

/**
 * The ids of items whose names fit any of `names`: each word of the name begins a word of the name
 * of the item.
 */
export function idsOfWords(items: ItemsById, names: readonly string[]): number[] {
  const wanted = names.map(wordsOf).filter((words) => words.length > 0);
  if (wanted.length === 0) return [];
  // Words have only letters and digits. One pass for all names finds the few items to compare.
  const mayFit = new RegExp(wanted.map(([first]) => ` ${first}`).join('|'), 'u');
  const found: number[] = [];
  for (const [id, entry] of items) {
    const text = textOf(entry);
    if (!mayFit.test(text)) continue;
    if (wanted.some((words) => words.every((word) => text.includes(` ${word}`)))) found.push(id);
  }
  return found;
}

function textOf(entry: CatalogueEntry): string {
  const known = wordsOfEntry.get(entry);
  if (known !== undefined) return known;
  const text = spacedWords(entry.name ?? '');
  wordsOfEntry.set(entry, text);
  return text;
}

/** The names that have words that begin with each word of `sought`, sorted. */
export function namesOfWords(names: readonly string[], sought: string): string[] {
  const [first = ''] = wordsOf(sought);
  // Most names do not have the letters of the first word.
  return names.filter((name) => name.includes(first) && hasWords(name, sought)).sort();
}
