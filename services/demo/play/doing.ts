/** Something that a character does for many ticks: a journey, training, a fight. */
export interface Doing {
  /** One game tick, 600 ms. @returns whether there is more to do */
  tick(): boolean;
}
