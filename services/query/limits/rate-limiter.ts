/** A limit on one key or address: at most `limit` requests within any span of `windowMs`, which is at most a minute. */
export interface Window {
  /**
   * `key` counts all requests of a key, `pace` its requests to an endpoint with a limit of its own, `address` the failed
   * authentications from an address. Addresses can be made up at no cost, keys cannot: under pressure only the counters of
   * addresses may be dropped.
   */
  readonly of: 'key' | 'endpointLimit' | 'address';
  /** What is counted, unique within its kind. */
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
   * Whole seconds, rounded up and at least 1, until another request has room. That is when the oldest request leaves the
   * window; after the limit was lowered, when enough of them have left.
   */
  readonly resetSeconds: number;
}

export interface LimitDecision {
  readonly allowed: boolean;
  /** One for each window, in the order given; `remaining` counts this request when it was allowed. */
  readonly states: readonly WindowState[];
}

/**
 * Counts requests exactly, over sliding windows. There are two: one counts in the memory of a single process, one in a
 * database that replicas share. @throws when that database cannot be reached
 */
export interface RateLimiter {
  /** Records a request in all of the windows, or in none of them when one is full. */
  take(windows: readonly Window[]): Promise<LimitDecision>;
  /** Reads a window without recording anything. */
  check(window: Window): Promise<WindowState>;
}
