import { type Field, type Outline, traceOutlines } from './outlines.ts';
import { surfaceSamples } from './surface-samples.ts';

/** Empty columns and rows around the samples, so that every coast is closed. */
const border = 2;

/** 1 for land and 0 for water, with a border of water. */
export function readSurface(): Field {
  const { columns: inner, rows: innerRows, bits } = surfaceSamples;
  const bytes = Uint8Array.from(atob(bits), (letter) => letter.charCodeAt(0));
  const [columns, rows] = [inner + 2 * border, innerRows + 2 * border];
  const values = new Float32Array(columns * rows);
  for (let index = 0; index < inner * innerRows; index += 1) {
    const isLand = ((bytes[index >> 3] ?? 0) >> (7 - (index & 7))) & 1;
    const [row, column] = [Math.floor(index / inner), index % inner];
    values[(row + border) * columns + column + border] = isLand;
  }
  return { columns, rows, values };
}

/** The coasts in tiles. A point within an odd number of lines is land. */
export function traceCoasts(surface: Field): Outline[] {
  const { west, north, step } = surfaceSamples;
  return traceOutlines(blur(withoutSpecks(surface))).map((line) =>
    line.map(([column, row]) => [west + (column - border) * step, north - (row - border) * step] as const),
  );
}

/** A single sample is a rock in the sea, or a pond. */
function withoutSpecks({ columns, rows, values }: Field): Field {
  const cleaned = values.map((value, index) => {
    const around = [index - 1, index + 1, index - columns, index + columns].map((at) => values[at] ?? 0);
    return around.every((other) => other === 1 - value) ? 1 - value : value;
  });
  return { columns, rows, values: cleaned };
}

/** Without the blur, coasts would have the steps of the samples. */
function blur({ columns, rows, values }: Field): Field {
  const along = (of: Float32Array, by: number) =>
    of.map((value, index) => ((of[index - by] ?? 0) + 2 * value + (of[index + by] ?? 0)) / 4);
  return { columns, rows, values: along(along(values, 1), columns) };
}
