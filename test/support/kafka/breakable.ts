export interface Breakable {
  /** SIGKILL. */
  kill(): Promise<void>;
  /** Resolves after an orderly end. */
  stop(): Promise<void>;
  /** Resolves a little before anybody gets an answer. */
  start(): Promise<void>;
  /** Sockets stay open, and nobody answers. */
  pause(): Promise<void>;
  resume(): Promise<void>;
}
