import { type CloseOptions, createLifecycle, type Lifecycle } from '../async/lifecycle.ts';

/** A running process of a hub. */
export interface RunningProcess {
  /** The port on which it listens. */
  readonly port: number;
  /** Rejects when it cannot continue: another hub took the lock, or the database server cannot be started again. */
  readonly failed: Promise<never>;
  /** Finishes running work and closes everything. */
  close(options?: CloseOptions): Promise<void>;
}

export interface OpeningProcess {
  /** Closes what was opened, even if opening fails half-way. */
  readonly lifecycle: Lifecycle;
  /** Called when the process cannot continue. */
  readonly onLost: (error: unknown) => void;
}

/** Opens a process completely or not at all. @throws what `open` throws; nothing is left open then */
export async function startProcess<Opened extends { readonly port: number }>(
  open: (opening: OpeningProcess) => Promise<Opened>,
): Promise<Opened & RunningProcess> {
  const lifecycle = createLifecycle();
  const { promise: failed, reject: onLost } = Promise.withResolvers<never>();
  // The caller may wait for it later; until then it must not count as an unhandled rejection.
  failed.catch(() => {});
  try {
    const opened = await open({ lifecycle, onLost });
    return { ...opened, failed, close: lifecycle.close };
  } catch (error) {
    await lifecycle.close();
    throw error;
  }
}
