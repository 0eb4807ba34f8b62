/** At most `limit` requests within any span of `windowMs`, which is at most a minute. */
export interface Window {
  /**
   * `key` counts all requests of a key, `endpointLimit` requests to an endpoint, `address` failed
   * authentications. Only counters of addresses may be dropped to save memory.
   */
  readonly of: 'key' | 'endpointLimit' | 'address';
  /** Unique within its kind. */
  readonly id: string;
  readonly limit: number;
  readonly windowMs: number;
}

export interface WindowState {
  /** Another request would be refused. */
  readonly full: boolean;
  readonly limit: number;
  readonly remaining: number;
  /** Whole seconds, rounded up and at least 1, until another request has room. */
  readonly resetSeconds: number;
}

export interface LimitDecision {
  readonly allowed: boolean;
  /** For each window, in the given order. `remaining` already excludes an allowed request. */
  readonly states: readonly WindowState[];
}

/** Counts exactly, over sliding windows. @throws when the database cannot be reached */
export interface RateLimiter {
  /** Records a request in all windows, or in no window when a window is full. */
  take(windows: readonly Window[]): Promise<LimitDecision>;
  /** Records nothing. */
  check(window: Window): Promise<WindowState>;
}
