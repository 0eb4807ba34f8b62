/** The time, epoch ms. Replaced in tests; folds never see one. */
export type Clock = () => number;

export const systemClock: Clock = Date.now;
