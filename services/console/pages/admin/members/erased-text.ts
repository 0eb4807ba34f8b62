import type { ErasureAnswer } from '../admin-answers.ts';

/** Describes the result of an erasure. */
export function erasedText(name: string, { backups }: ErasureAnswer): string {
  const still =
    'Backups open it until the next one is taken: “Back up now” on the page of the hub closes them.';
  return `${name} is erased. ${backups === 'open' ? still : 'No backup opens it any more.'}`;
}
