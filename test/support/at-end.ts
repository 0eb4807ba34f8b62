import { beforeAll, onTestFinished } from 'vitest';

type Close = () => unknown;

/** What ends with the file, while `onceAFile` opens it. */
let endsWithFile: Close[] | null = null;

/** Has this closed when the test ends, or the file for what `onceAFile` opens; what was opened last is closed first. */
export function atEnd(close: Close): void {
  if (endsWithFile !== null) endsWithFile.push(close);
  else
    onTestFinished(async () => {
      await close();
    });
}

/** Opens something once for all tests of a file that only read from it. @returns what gives it to a test */
export function onceAFile<Opened>(open: () => Promise<Opened>): () => Opened {
  let given: { readonly opened: Opened } | undefined;
  beforeAll(async () => {
    const closing: Close[] = [];
    endsWithFile = closing;
    try {
      given = { opened: await open() };
    } finally {
      endsWithFile = null;
    }
    return async () => {
      for (const close of closing.toReversed()) await close();
    };
  });
  return () => {
    if (given === undefined) throw new Error('it is opened before the first test, not earlier');
    return given.opened;
  };
}
