/**
 * A seeded random number generator: unlike `Math.random`, it gives the same numbers on every
 * machine for the same seed. Not for secrets.
 */
export interface Random {
  /** A number in [0, 1). */
  next(): number;
  /** An integer in [min, max]. */
  integer(min: number, max: number): number;
  chance(probability: number): boolean;
  /** @throws when the list is empty */
  pick<T>(list: readonly T[]): T;
  /** Lower-case hex digits. */
  hex(length: number): string;
  /** A version 4 uuid. */
  uuid(): string;
  /** An independent generator: using one generator never changes the numbers of the other. */
  fork(label: string): Random;
}

/** sfc32 (Chris Doty-Humphrey's small fast counter), seeded by a hash of the text. */
export function createRandom(seed: string): Random {
  let [a, b, c, counter] = [hash(`${seed}/a`), hash(`${seed}/b`), hash(`${seed}/c`), 1];

  function word(): number {
    const result = (a + b + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = ((c << 21) | (c >>> 11)) + result;
    c |= 0;
    return result >>> 0;
  }
  // The first numbers still resemble the seed; the author of sfc32 discards the first 12, too.
  for (let round = 0; round < 12; round += 1) word();

  const random: Random = {
    next: () => word() / 2 ** 32,
    integer: (min, max) => min + Math.floor(random.next() * (max - min + 1)),
    chance: (probability) => random.next() < probability,
    pick: (list) => {
      const picked = list[random.integer(0, list.length - 1)];
      if (picked === undefined) throw new Error('nothing to pick from');
      return picked;
    },
    hex: (length) =>
      Array.from({ length: Math.ceil(length / 8) }, () => word().toString(16).padStart(8, '0'))
        .join('')
        .slice(0, length),
    uuid: () => {
      const digits = random.hex(30);
      const variant = '89ab'.charAt(word() & 3);
      return `${digits.slice(0, 8)}-${digits.slice(8, 12)}-4${digits.slice(12, 15)}-${variant}${digits.slice(15, 18)}-${digits.slice(18, 30)}`;
    },
    fork: (label) => createRandom(`${seed}/${label}`),
  };
  return random;
}

/**
 * FNV-1a with a final mixing step, so that seeds that differ in one digit give very different
 * numbers.
 */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  }
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35);
  return (value ^ (value >>> 16)) >>> 0;
}
