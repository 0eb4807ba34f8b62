import { type CloseOptions, createLifecycle, type Lifecycle } from '../async/lifecycle.ts';

export interface RunningProcess {
  readonly port: number;
  /**
   * Rejects when the process cannot continue: another hub took the lock, the database server does
   * not start again, or the database is another copy.
   */
  readonly failed: Promise<never>;
  /** Finishes running work and closes everything. */
  close(options?: CloseOptions): Promise<void>;
}

export interface OpeningProcess {
  /** Closes the opened parts, also when the start fails halfway. */
  readonly lifecycle: Lifecycle;
  /** Called when the process cannot continue. */
  readonly onLost: (error: unknown) => void;
}

/**
 * Opens a process completely or not at all.
 * @throws errors of `open`, after all opened parts are closed
 */
export async function startProcess<Opened extends { readonly port: number }>(
  open: (opening: OpeningProcess) => Promise<Opened>,
): Promise<Opened & RunningProcess> {
  const lifecycle = createLifecycle();
  const { promise: failed, reject: onLost } = Promise.withResolvers<never>();
  // The caller may wait for `failed` later. Until then it must not count as an unhandled rejection.
  failed.catch(() => {});
  try {
    const opened = await open({ lifecycle, onLost });
    return { ...opened, failed, close: lifecycle.close };
  } catch (error) {
    await lifecycle.close();
    throw error;
  }
}
