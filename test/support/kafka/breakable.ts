/** Something that runs outside the test, and that a test may break. */
export interface Breakable {
  /** SIGKILL. */
  kill(): Promise<void>;
  /** Asks it to end, and waits until it has. */
  stop(): Promise<void>;
  /** After `kill` or `stop`; resolves when it runs, which is a little before it serves. */
  start(): Promise<void>;
  /** Freezes it: its sockets stay open and nobody answers. */
  pause(): Promise<void>;
  resume(): Promise<void>;
}
