/** The time, epoch ms. Tests replace it; folds never use it. */
export type Clock = () => number;

export const systemClock: Clock = Date.now;
