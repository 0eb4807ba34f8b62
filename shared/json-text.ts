/** A stretch of a text, without its end. */
export interface TextSpan {
  readonly start: number;
  readonly end: number;
}

/** A member of a JSON object, from its key to the end of its value. */
export interface JsonMember extends TextSpan {
  readonly key: string;
  readonly value: TextSpan;
}

const [quote, backslash, comma] = [0x22, 0x5c, 0x2c];
const [openBrace, closeBrace, openBracket, closeBracket] = [0x7b, 0x7d, 0x5b, 0x5d];

/**
 * The members of the object that begins at `at`, in their order. Empty when no object begins there.
 * Only for text that is JSON.
 */
export function membersOf(text: string, at = 0): JsonMember[] {
  const members: JsonMember[] = [];
  const first = afterSpace(text, at);
  if (text.charCodeAt(first) !== openBrace) return members;
  let next = afterSpace(text, first + 1);
  while (text.charCodeAt(next) === quote) {
    const keyEnd = afterString(text, next);
    const value = valueAt(text, afterSpace(text, afterSpace(text, keyEnd) + 1));
    members.push({ start: next, end: value.end, key: keyOf(text.slice(next, keyEnd)), value });
    next = afterComma(text, value.end);
  }
  return members;
}

/**
 * The elements of the list that begins at `at`, at most `max`. Empty when no list begins there.
 * Only for text that is JSON.
 */
export function elementsOf(text: string, at = 0, max = Number.POSITIVE_INFINITY): TextSpan[] {
  const elements: TextSpan[] = [];
  const first = afterSpace(text, at);
  if (text.charCodeAt(first) !== openBracket) return elements;
  let next = afterSpace(text, first + 1);
  while (next < text.length && text.charCodeAt(next) !== closeBracket && elements.length < max) {
    const element = valueAt(text, next);
    elements.push(element);
    next = afterComma(text, element.end);
  }
  return elements;
}

/**
 * The cuts that take members with these keys out of JSON text: starts and ends in turn, in order.
 * The rest is JSON and unchanged, to the digits of its numbers and the order of its keys.
 */
export function cutsOf(text: string, keys: ReadonlySet<string>): number[] {
  const cuts: number[] = [];
  collectCuts(text, 0, keys, cuts);
  return cuts;
}

/**
 * Does the same as `cutsOf` for the outermost object only. Objects inside keep members of these
 * names.
 */
export function outerCutsOf(text: string, keys: ReadonlySet<string>): number[] {
  const cuts: number[] = [];
  collectOuterCuts(text, 0, keys, cuts);
  return cuts;
}

export function cutText(text: string, cuts: readonly number[]): string {
  let left = '';
  let from = 0;
  for (let index = 0; index < cuts.length; index += 2) {
    left += text.slice(from, cuts[index]);
    from = cuts[index + 1] ?? text.length;
  }
  return left + text.slice(from);
}

/**
 * The text of a JSON object with another member at its end. A reader takes the last of equal
 * members.
 */
export function withMember(text: string, key: string, value: unknown): string {
  return withMemberTexts(text, [`${JSON.stringify(key)}:${JSON.stringify(value)}`]);
}

/**
 * The text with other members at the end of the object that begins at `at`.
 * @param members texts like `"key":1`
 */
export function withMemberTexts(text: string, members: readonly string[], at = 0): string {
  if (members.length === 0) return text;
  const end = valueAt(text, afterSpace(text, at)).end - 1;
  const comma = membersOf(text, at).length === 0 ? '' : ',';
  return `${text.slice(0, end)}${comma}${members.join(',')}${text.slice(end)}`;
}

function collectCuts(text: string, at: number, keys: ReadonlySet<string>, cuts: number[]): void {
  for (const element of elementsOf(text, at)) collectCuts(text, element.start, keys, cuts);
  collectOuterCuts(text, at, keys, cuts, (value) => collectCuts(text, value.start, keys, cuts));
}

/** @param inKept called with the value of each member that stays, in turn with the cuts */
function collectOuterCuts(
  text: string,
  at: number,
  keys: ReadonlySet<string>,
  cuts: number[],
  inKept?: (value: TextSpan) => void,
): void {
  const members = membersOf(text, at);
  let keptBefore = false;
  for (const [index, { key, start, end, value }] of members.entries()) {
    if (!keys.has(key)) {
      keptBefore = true;
      inKept?.(value);
    } else if (keptBefore) {
      // With the comma before it.
      cuts.push(members[index - 1]?.end ?? start, end);
    } else {
      cuts.push(start, members[index + 1]?.start ?? end);
    }
  }
}

/** A key may be written with escapes, and means the same then. */
function keyOf(token: string): string {
  return token.includes('\\') ? (JSON.parse(token) as string) : token.slice(1, -1);
}

function valueAt(text: string, start: number): TextSpan {
  const first = text.charCodeAt(start);
  if (first === quote) return { start, end: afterString(text, start) };
  let end = start;
  if (first === openBrace || first === openBracket) return { start, end: afterNested(text, start) };
  while (end < text.length && !isDelimiter(text.charCodeAt(end))) end += 1;
  return { start, end };
}

/** After the object or list that begins at `start`. */
function afterNested(text: string, start: number): number {
  let depth = 0;
  for (let at = start; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === quote) {
      at = afterString(text, at) - 1;
    } else if (code === openBrace || code === openBracket) {
      depth += 1;
    } else if (code === closeBrace || code === closeBracket) {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  return text.length;
}

/** After the string whose first quote is at `start`. */
function afterString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let escapes = 0;
    while (text.charCodeAt(end - 1 - escapes) === backslash) escapes += 1;
    if (escapes % 2 === 0) return end + 1;
  }
  return text.length;
}

/** The start of the next member or element, or the end of its object or list. */
function afterComma(text: string, at: number): number {
  const next = afterSpace(text, at);
  return text.charCodeAt(next) === comma ? afterSpace(text, next + 1) : next;
}

function afterSpace(text: string, at: number): number {
  let next = at;
  while (isSpace(text.charCodeAt(next))) next += 1;
  return next;
}

function isSpace(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;
}

function isDelimiter(code: number): boolean {
  return isSpace(code) || code === comma || code === closeBrace || code === closeBracket;
}
