/** Values at the corners of squares: row by row, `columns` in each row. */
export interface Field {
  readonly columns: number;
  readonly rows: number;
  readonly values: Float32Array;
}

/** Corners of a closed line, in columns and rows. */
export type Outline = readonly (readonly [number, number])[];

const level = 0.5;

/**
 * The lines between values above and below 0.5 (marching squares). The field needs a border
 * below 0.5, so that every line is closed.
 */
export function traceOutlines(field: Field): Outline[] {
  const crossings = new Map<number, readonly [number, number]>();
  const links = new Map<number, number[]>();
  for (let row = 0; row < field.rows - 1; row += 1) {
    for (let column = 0; column < field.columns - 1; column += 1) {
      linkSquare(field, { column, row }, crossings, links);
    }
  }
  return followLinks(links).map((edges) => edges.map((edge) => crossings.get(edge) ?? ([0, 0] as const)));
}

function linkSquare(
  field: Field,
  { column, row }: { readonly column: number; readonly row: number },
  crossings: Map<number, readonly [number, number]>,
  links: Map<number, number[]>,
): void {
  const { columns, values } = field;
  const at = row * columns + column;
  const corners = [at, at + 1, at + columns + 1, at + columns].map((index) => values[index] ?? 0);
  const places = [
    [column, row],
    [column + 1, row],
    [column + 1, row + 1],
    [column, row + 1],
  ] as const;
  // Two numbers for each corner: its edge to the east, and its edge to the south.
  const edges = [at * 2, (at + 1) * 2 + 1, (at + columns) * 2, at * 2 + 1];
  const crossed = [0, 1, 2, 3].filter((side) => {
    const [from = 0, to = 0] = [corners[side], corners[(side + 1) % 4]];
    if (from > level === to > level) return false;
    const [[fromX, fromY], [toX, toY]] = [places[side] ?? [0, 0], places[(side + 1) % 4] ?? [0, 0]];
    const share = (level - from) / (to - from);
    crossings.set(edges[side] ?? 0, [fromX + (toX - fromX) * share, fromY + (toY - fromY) * share]);
    return true;
  });
  // At a saddle, the middle says which corners belong together.
  const isMiddleAbove = corners.reduce((sum, value) => sum + value, 0) / 4 > level;
  const isFirstAbove = (corners[0] ?? 0) > level;
  const pairs =
    crossed.length < 4
      ? [crossed]
      : isMiddleAbove === isFirstAbove
        ? [
            [0, 1],
            [2, 3],
          ]
        : [
            [3, 0],
            [1, 2],
          ];
  for (const [one, other] of pairs) {
    if (one === undefined || other === undefined) continue;
    link(links, edges[one] ?? 0, edges[other] ?? 0);
    link(links, edges[other] ?? 0, edges[one] ?? 0);
  }
}

function link(links: Map<number, number[]>, from: number, to: number): void {
  const known = links.get(from);
  if (known === undefined) links.set(from, [to]);
  else known.push(to);
}

/** Every edge belongs to one closed line, with a link to each neighbour. */
function followLinks(links: ReadonlyMap<number, readonly number[]>): number[][] {
  const left = new Set(links.keys());
  const lines: number[][] = [];
  for (const first of left) {
    const line: number[] = [];
    for (let edge: number | undefined = first; edge !== undefined; ) {
      line.push(edge);
      left.delete(edge);
      edge = links.get(edge)?.find((next) => left.has(next));
    }
    lines.push(line);
  }
  return lines;
}

/** The line that `pathOf` draws, with corners close to the curve (Chaikin). */
export function smoothOutline(line: Outline): Outline {
  return cutCorners(cutCorners(line));
}

function cutCorners(line: Outline): Outline {
  return line.flatMap(([x, y], index) => {
    const [nextX, nextY] = line[(index + 1) % line.length] ?? [x, y];
    return [
      [0.75 * x + 0.25 * nextX, 0.75 * y + 0.25 * nextY],
      [0.25 * x + 0.75 * nextX, 0.25 * y + 0.75 * nextY],
    ] as const;
  });
}

/** Path data of SVG in whole units: curves between the middles of the sides. */
export function pathOf(lines: readonly Outline[]): string {
  return lines.map(curveOf).join('');
}

function curveOf(line: Outline): string {
  const middle = (index: number) => {
    const [[x, y], [nextX, nextY]] = [line[index % line.length], line[(index + 1) % line.length]].map(
      (point) => point ?? [0, 0],
    ) as [readonly [number, number], readonly [number, number]];
    return [Math.round((x + nextX) / 2), Math.round((y + nextY) / 2)] as const;
  };
  let [x, y] = middle(0);
  const parts = [`M${x} ${y}`];
  for (let index = 1; index <= line.length; index += 1) {
    const [cornerX, cornerY] = line[index % line.length] ?? [0, 0];
    const [toX, toY] = middle(index);
    const numbers = [Math.round(cornerX) - x, Math.round(cornerY) - y, toX - x, toY - y];
    parts.push(`q${numbers.join(' ').replaceAll(' -', '-')}`);
    [x, y] = [toX, toY];
  }
  return `${parts.join('')}z`;
}
