const [quote, backslash, openBrace, closeBrace, openBracket, closeBracket] = [
  0x22, 0x5c, 0x7b, 0x7d, 0x5b, 0x5d,
];

/** Reads the bytes only, before a recursive parser does. */
export function isDeeperThan(max: number, json: Uint8Array): boolean {
  let depth = 0;
  let inString = false;
  for (let index = 0; index < json.length; index += 1) {
    const byte = json[index];
    if (inString) {
      if (byte === backslash) index += 1;
      else if (byte === quote) inString = false;
    } else if (byte === quote) {
      inString = true;
    } else if (byte === openBrace || byte === openBracket) {
      depth += 1;
      if (depth > max) return true;
    } else if (byte === closeBrace || byte === closeBracket) {
      depth -= 1;
    }
  }
  return false;
}
