/** A deliberate break of the code, and the tests that have to notice it. */
export interface Break {
  /** Lower case, with hyphens; begins with the area. */
  readonly id: string;
  /** The product file, by its path below the project's folder. */
  readonly file: string;
  /** Occurs exactly once in the file. */
  readonly replace: string;
  readonly by: string;
  /** The test files that must fail, by their paths. */
  readonly tests: readonly string[];
  /** The harm for people when the code is broken like this. */
  readonly reason: string;
}

/** A break that changes nothing that anybody can notice. The tool does not run it. */
export type EquivalentBreak = Omit<Break, 'tests'>;

/**
 * Applies a break to the text of its file.
 * @throws when the text to replace does not occur exactly once
 */
export function applyBreak(text: string, { id, file, replace, by }: Omit<Break, 'tests'>): string {
  const parts = text.split(replace);
  if (parts.length !== 2) {
    throw new Error(
      `the text to replace of ${id} occurs ${parts.length - 1} times in ${file}: change the break in test/mutations/breaks`,
    );
  }
  return parts.join(by);
}
