import { mapSquareTiles, type WorldTile, worldSideTiles } from '../world.ts';

/** In tiles: fine enough for a street, and coarse enough for a busy day. */
export const walkedCellTiles = 4;
const cellsASide = mapSquareTiles / walkedCellTiles;
const squaresASide = worldSideTiles / mapSquareTiles;

interface Area {
  readonly west: number;
  readonly east: number;
  readonly south: number;
  readonly north: number;
}

export interface WalkedCell {
  /** The south-west corner, in tiles. */
  readonly x: number;
  readonly y: number;
  readonly times: number;
}

/** Groups cells by map square, so that only visible squares are read. */
export class WalkedGround {
  readonly #squares = new Map<number, Uint16Array>();

  addWay(from: WorldTile, to: WorldTile): void {
    const steps = Math.max(
      1,
      Math.ceil(Math.max(Math.abs(to.x - from.x), Math.abs(to.y - from.y)) / walkedCellTiles),
    );
    for (let step = 0; step <= steps; step += 1) {
      const part = step / steps;
      this.#add(from.x + (to.x - from.x) * part, from.y + (to.y - from.y) * part);
    }
  }

  /** The cells of all map squares that touch the area. Bounds in tiles. */
  *within({ west, east, south, north }: Area): Generator<WalkedCell> {
    for (const [key, cells] of this.#squares) {
      const [x, y] = [Math.floor(key / squaresASide) * mapSquareTiles, (key % squaresASide) * mapSquareTiles];
      if (x <= east && x + mapSquareTiles >= west && y <= north && y + mapSquareTiles >= south) {
        yield* cellsOf(cells, x, y);
      }
    }
  }

  #add(x: number, y: number): void {
    const key = squareKey(Math.floor(x / mapSquareTiles), Math.floor(y / mapSquareTiles));
    let cells = this.#squares.get(key);
    if (cells === undefined) {
      cells = new Uint16Array(cellsASide * cellsASide);
      this.#squares.set(key, cells);
    }
    const cell =
      Math.floor((y % mapSquareTiles) / walkedCellTiles) * cellsASide +
      Math.floor((x % mapSquareTiles) / walkedCellTiles);
    cells[cell] = Math.min(0xffff, (cells[cell] ?? 0) + 1);
  }
}

function* cellsOf(cells: Uint16Array, west: number, south: number): Generator<WalkedCell> {
  for (const [index, times] of cells.entries()) {
    if (times === 0) continue;
    yield {
      x: west + (index % cellsASide) * walkedCellTiles,
      y: south + Math.floor(index / cellsASide) * walkedCellTiles,
      times,
    };
  }
}

function squareKey(column: number, row: number): number {
  return column * squaresASide + row;
}
