export interface Break {
  /** Lower case, with hyphens; begins with the area. */
  readonly id: string;
  /** A product file, by its path in the project. */
  readonly file: string;
  /** Occurs exactly once in the file. */
  readonly replace: string;
  readonly by: string;
  /** Test files that must fail, by path. */
  readonly tests: readonly string[];
  /** The harm for people when the code is broken like this. */
  readonly reason: string;
}

/** A break that nobody can notice; the tool does not run it. */
export type EquivalentBreak = Omit<Break, 'tests'>;

/** @throws when the text to replace does not occur exactly once */
export function applyBreak(text: string, { id, file, replace, by }: Omit<Break, 'tests'>): string {
  const parts = text.split(replace);
  if (parts.length !== 2) {
    throw new Error(
      `the text to replace of ${id} occurs ${parts.length - 1} times in ${file}: change the break in test/mutations/breaks`,
    );
  }
  return parts.join(by);
}
