/**
 * A limit on one key or address: at most `limit` requests within any span of `windowMs`, which is
 * at most a minute.
 */
export interface Window {
  /**
   * `key` counts all requests of a key, `pace` its requests to an endpoint with its own limit,
   * `address` the failed authentications from an address. Addresses can be invented at no cost, and
   * keys cannot. Under pressure only the counters of addresses may be dropped.
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
   * Whole seconds, rounded up and at least 1, until another request has room. The oldest request
   * leaves the window then. After the limit was lowered, enough requests have left then.
   */
  readonly resetSeconds: number;
}

export interface LimitDecision {
  readonly allowed: boolean;
  /**
   * A state for each window, in the given order; `remaining` counts this request when it was
   * allowed.
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
