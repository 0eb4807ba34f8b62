/** A game tick. */
export const tickMs = 600;
