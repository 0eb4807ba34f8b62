import { beforeAll, onTestFinished } from 'vitest';

type Close = () => unknown;

/**
 * Collects what `onceAFile` opens, so that it is closed at the end of the file; null outside
 * `onceAFile`.
 */
let endsWithFile: Close[] | null = null;

/**
 * Calls `close` at the end of the test, or at the end of the file inside `onceAFile`. The last
 * opened is closed first.
 */
export function atEnd(close: Close): void {
  if (endsWithFile !== null) endsWithFile.push(close);
  else
    onTestFinished(async () => {
      await close();
    });
}

/**
 * Opens something once for all tests of a file, which only read from it.
 * @returns a function that gives it to a test
 */
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
    if (given === undefined) throw new Error('this is not open yet: call the function only inside a test');
    return given.opened;
  };
}
