import { searchedName } from './searched-name.ts';

/** Whether each word of `sought` begins a word of the name. False without a word. */
export function hasWords(name: string, sought: string): boolean {
  const words = wordsOf(sought);
  const text = spacedWords(name);
  return words.length > 0 && words.every((word) => text.includes(` ${word}`));
}

/** With a space before each word. */
export function spacedWords(name: string): string {
  return wordsOf(name)
    .map((word) => ` ${word}`)
    .join('');
}

export function wordsOf(name: string): string[] {
  return searchedName(name).match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
}
