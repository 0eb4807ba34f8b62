const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** The first `length` base62 digits, most significant first, padded with `0` on the left. */
export function base62(bytes: Uint8Array, length: number): string {
  let rest = BigInt(`0x${Buffer.from(bytes).toString('hex') || '0'}`);
  const digits: string[] = [];
  while (rest > 0n) {
    digits.push(alphabet.charAt(Number(rest % 62n)));
    rest /= 62n;
  }
  return digits.reverse().join('').padStart(length, '0').slice(0, length);
}
