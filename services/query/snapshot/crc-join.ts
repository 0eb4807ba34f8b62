import { crc32 } from 'node:zlib';

/**
 * The CRC-32 of bytes that are joined of pieces, from those of the pieces: so an entry is looked at once, however many
 * bodies hold it. A CRC is the remainder of the bytes as a polynomial with coefficients 0 and 1; bytes that follow multiply
 * it by x to the power of their bits.
 */
export interface Piece {
  readonly crc: number;
  readonly length: number;
  /** x to the power of the bits of the piece, as a remainder. */
  readonly shift: number;
}

export function pieceOf(bytes: Buffer): Piece {
  return { crc: crc32(bytes), length: bytes.length, shift: shiftOf(bytes.length) };
}

/** @returns the CRC-32 of bytes with this one, followed by the piece; 0 is that of no bytes */
export function crcWith(before: number, { crc, shift }: Piece): number {
  return (product(before, shift) ^ crc) >>> 0;
}

/** @returns the piece that the pieces are together */
export function joinPieces(pieces: readonly Piece[]): Piece {
  return pieces.reduce(
    (before, piece) => ({
      crc: crcWith(before.crc, piece),
      length: before.length + piece.length,
      shift: product(before.shift, piece.shift),
    }),
    { crc: 0, length: 0, shift: one },
  );
}

// A remainder is a number of 32 bits whose highest is the coefficient of 1, the next that of x, and so on (RFC 1952, 8).
const one = 0x8000_0000;
const polynomial = 0xedb8_8320;
const bitsOfByte = 8;

/** x to the power of 2, 4, 8, ..., for every length that a Buffer can have. */
const squares = [one >>> 1];
for (let power = 0; power < 56; power += 1) {
  const last = squares[power] ?? one;
  squares.push(product(last, last));
}

function shiftOf(length: number): number {
  let shift = one;
  for (let bits = length * bitsOfByte, power = 0; bits > 0; bits = Math.floor(bits / 2), power += 1) {
    if (bits % 2 === 1) shift = product(squares[power] ?? one, shift);
  }
  return shift;
}

/**
 * The product of two remainders: the right one times x again and again, added up for the coefficients of the left one.
 * Masks instead of branches, which no processor can foresee here: 500 products take 30 us instead of 300.
 */
function product(left: number, right: number): number {
  let sum = 0;
  let times = right | 0;
  for (let bit = 0; bit < 32; bit += 1) {
    sum ^= times & ((left << bit) >> 31);
    times = (times >>> 1) ^ (polynomial & -(times & 1));
  }
  return sum;
}
