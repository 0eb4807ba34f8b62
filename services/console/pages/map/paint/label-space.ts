export interface LabelBox {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

export interface Dot {
  readonly x: number;
  readonly y: number;
}

const labelsMax = 250;

/** Earlier labels keep their place. */
export class LabelSpace {
  readonly #taken: LabelBox[];
  readonly #dots: Dot[];
  #labels = 0;

  /**
   * @param blocked boxes that no label may cover
   * @param dots a label of one dot is nearer to no other dot
   */
  constructor(blocked: readonly LabelBox[] = [], dots: readonly Dot[] = []) {
    this.#taken = [...blocked];
    this.#dots = [...dots];
  }

  /** No name covers the dot of a place. The name of a player is nearer to the player's dot. */
  addPlace({ x, y }: Dot, radius: number): void {
    this.#dots.push({ x, y });
    this.#taken.push({ left: x - radius, top: y - radius, width: 2 * radius, height: 2 * radius });
  }

  /**
   * @param dot the dot that the label belongs to; the name of a place has none
   * @returns whether the place was free; the label then occupies it
   */
  take(box: LabelBox, dot?: Dot): boolean {
    if (this.#labels >= labelsMax || this.#taken.some((other) => overlaps(other, box))) return false;
    if (dot !== undefined && this.#dots.some((other) => isNearer(box, dot, other))) return false;
    this.#taken.push(box);
    this.#labels += 1;
    return true;
  }
}

/** The dot of a player hides the dot of a town that is closer than this. */
const hiddenMax = 8;

function isNearer(box: LabelBox, own: Dot, other: Dot): boolean {
  const isHidden = Math.hypot(own.x - other.x, own.y - other.y) < hiddenMax;
  return !isHidden && distanceTo(box, other) < distanceTo(box, own);
}

function overlaps(one: LabelBox, other: LabelBox): boolean {
  return (
    one.left < other.left + other.width &&
    other.left < one.left + one.width &&
    one.top < other.top + other.height &&
    other.top < one.top + one.height
  );
}

/** 0 for a dot in the box. */
export function distanceTo({ left, top, width, height }: LabelBox, { x, y }: Dot): number {
  return Math.hypot(Math.max(left - x, 0, x - left - width), Math.max(top - y, 0, y - top - height));
}

export function isWithin({ left, top, width, height }: LabelBox, x: number, y: number): boolean {
  return x >= left && x <= left + width && y >= top && y <= top + height;
}
