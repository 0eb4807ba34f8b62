/** A limit of something that asks: at most `limit` requests within any `windowMs`, a minute at most. */
export interface Window {
  /**
   * All requests of a key, those that an endpoint's pace limits, or an address's failures. Addresses can be made up at no
   * cost, keys cannot: only counters of addresses may be dropped under pressure.
   */
  readonly of: 'key' | 'pace' | 'address';
  /** What is counted, unique within its kind. */
  readonly id: string;
  readonly limit: number;
  readonly windowMs: number;
}

/** How a window stands. */
export interface WindowState {
  /** It has no room. */
  readonly full: boolean;
  readonly limit: number;
  readonly remaining: number;
  /**
   * Whole seconds, rounded up, at least 1, until a request frees up: when the oldest leaves the window, or as many as a
   * lowered limit no longer allows.
   */
  readonly resetSeconds: number;
}

export interface LimitDecision {
  readonly allowed: boolean;
  /** One for each window, in the order given; `remaining` counts this request when it was allowed. */
  readonly states: readonly WindowState[];
}

/**
 * Counts requests exactly, over sliding windows. A port: one process counts in memory; a store shared by replicas can
 * stand behind it. @throws when such a store cannot be reached
 */
export interface RateLimiter {
  /** Records a request in all of the windows, or in none of them when one is full. */
  take(windows: readonly Window[]): Promise<LimitDecision>;
  /** How a window stands, without recording. */
  check(window: Window): Promise<WindowState>;
}
