export interface LabelBox {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

const labelsMax = 250;

/** Earlier labels keep their place. */
export class LabelSpace {
  readonly #taken: LabelBox[];
  #labels = 0;

  /** @param blocked boxes that no label may cover */
  constructor(blocked: readonly LabelBox[] = []) {
    this.#taken = [...blocked];
  }

  /** @returns whether the place was free; the label then occupies it */
  take(box: LabelBox): boolean {
    if (this.#labels >= labelsMax || this.#taken.some((other) => overlaps(other, box))) return false;
    this.#taken.push(box);
    this.#labels += 1;
    return true;
  }
}

function overlaps(one: LabelBox, other: LabelBox): boolean {
  return (
    one.left < other.left + other.width &&
    other.left < one.left + one.width &&
    one.top < other.top + other.height &&
    other.top < one.top + one.height
  );
}

export function isWithin({ left, top, width, height }: LabelBox, x: number, y: number): boolean {
  return x >= left && x <= left + width && y >= top && y <= top + height;
}
