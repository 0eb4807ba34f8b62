import { createLifecycle, type Lifecycle } from '../lifecycle.ts';

/** A process of a hub that runs. */
export interface RunningProcess {
  /** Where it listens. */
  readonly port: number;
  /** Rejects when it cannot go on: another hub took over, or the database server cannot be brought back. */
  readonly failed: Promise<never>;
  /** Ends what is under way and gives back what it holds. */
  close(): Promise<void>;
}

export interface Opening {
  /** Closes what was opened, also when opening fails half-way. */
  readonly lifecycle: Lifecycle;
  /** Called when the process cannot go on. */
  readonly onLost: (error: unknown) => void;
}

/** Opens a process as a whole or not at all. @throws what `open` throws; nothing is left open then */
export async function startProcess<Opened extends { readonly port: number }>(
  open: (opening: Opening) => Promise<Opened>,
): Promise<Opened & RunningProcess> {
  const lifecycle = createLifecycle();
  const { promise: failed, reject: onLost } = Promise.withResolvers<never>();
  // Heard by whoever waits for it.
  failed.catch(() => {});
  try {
    const opened = await open({ lifecycle, onLost });
    return { ...opened, failed, close: lifecycle.close };
  } catch (error) {
    await lifecycle.close();
    throw error;
  }
}
