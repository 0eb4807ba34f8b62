export interface LabelBox {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

const boxesMax = 250;

/** Earlier labels keep their place. */
export class LabelSpace {
  readonly #taken: LabelBox[] = [];

  /** @returns whether the place was free; the label then occupies it */
  take(box: LabelBox): boolean {
    if (this.#taken.length >= boxesMax || this.#taken.some((other) => overlaps(other, box))) return false;
    this.#taken.push(box);
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
