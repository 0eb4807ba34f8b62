/**
 * A limit on one key or address: at most `limit` requests within any span of `windowMs`, which is
 * at most a minute.
 */
export interface Window {
  /**
   * `key` counts all requests of a key, `endpointLimit` its requests to an endpoint with its own
   * limit, and `address` the failed authentications from an address. Only counters of addresses may
   * be dropped to save memory, because anybody can use many addresses.
   */
  readonly of: 'key' | 'endpointLimit' | 'address';
  /** The id of the counted key or address, unique within its kind. */
  readonly id: string;
  readonly limit: number;
  readonly windowMs: number;
}

/** How much of a window is used. */
export interface WindowState {
  /** Another request would be refused. */
  readonly full: boolean;
  readonly limit: number;
  readonly remaining: number;
  /**
   * Whole seconds, rounded up and at least 1, until another request has room. Normally the oldest
   * request leaves the window then. After the limit was lowered, several requests must leave first.
   */
  readonly resetSeconds: number;
}

export interface LimitDecision {
  readonly allowed: boolean;
  /**
   * A state for each window, in the given order. An allowed request is already subtracted from
   * `remaining`.
   */
  readonly states: readonly WindowState[];
}

/**
 * Counts requests exactly, over sliding windows. A limiter counts in the memory of a single
 * process, or in a database that replicas share.
 * @throws when the database cannot be reached
 */
export interface RateLimiter {
  /** Records a request in all of the windows, or in none of them when one is full. */
  take(windows: readonly Window[]): Promise<LimitDecision>;
  /** Reads a window without recording anything. */
  check(window: Window): Promise<WindowState>;
}
