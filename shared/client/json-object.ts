/** Thrown for a body that no hub sends. Every other error of a reader is a fault of the program. */
export class UnreadableBody extends Error {
  override readonly name = 'UnreadableBody';
}

/**
 * Does not check the fields of the object.
 * @throws UnreadableBody when the body is no JSON object
 */
export function jsonObjectOf<Body>(body: ArrayBuffer): Body {
  const value = parse(new TextDecoder().decode(body));
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Body;
  throw new UnreadableBody('no JSON object');
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new UnreadableBody('no JSON', { cause });
  }
}
