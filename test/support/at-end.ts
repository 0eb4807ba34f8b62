import { beforeAll, onTestFinished } from 'vitest';

type Close = () => unknown;

/** Null outside `onceAFile`. */
let endsWithFile: Close[] | null = null;

/** Calls `close` at the end of the test, or of the file inside `onceAFile`, in reverse order. */
export function atEnd(close: Close): void {
  if (endsWithFile !== null) endsWithFile.push(close);
  else
    onTestFinished(async () => {
      await close();
    });
}

/** Opens what the tests of a file only read. @returns a function that gives it to a test */
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
