import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { hourMs } from '../../../shared/domain/durations.ts';

export interface DrillOptions {
  /** The name of the manifest in BACKUP_DIR. */
  readonly file: string;
  /** Complete, with the settings by which a command finds the hub. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal;
  readonly killAfterMs?: number;
}

export interface DrillFailure {
  /** Like `not_equal`; null when the process ended without an error line. */
  readonly code: string | null;
  /** One line. */
  readonly message: string;
}

/** A process that hangs must not block the next night's drill. */
const endsWithinMs = 12 * hourMs;
/** A drill needs seconds to drop its database before it ends. */
const killAfterMsDefault = 30_000;
const outputBytesMax = 64 * 1024;
const launcher = fileURLToPath(new URL('../../cli/launch.mjs', import.meta.url));

/**
 * Verifies a backup in a separate process, which has low priority and can be killed.
 * @returns why the backup does not match the tables of the hub, or was not tried; null for a good
 * backup
 * @throws the signal's reason when aborted before the process starts
 */
export async function runDrill(options: DrillOptions): Promise<DrillFailure | null> {
  const { file, environment, signal, killAfterMs = killAfterMsDefault } = options;
  signal.throwIfAborted();
  const child = spawn(process.execPath, [launcher, 'backup', 'verify', file, '--drill', '--json'], {
    env: environment,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const limit = AbortSignal.any([signal, AbortSignal.timeout(endsWithinMs)]);
  let force: NodeJS.Timeout | undefined;
  const stop = () => {
    child.kill('SIGTERM');
    // A drill that hangs would block every later backup and drill.
    force = setTimeout(() => child.kill('SIGKILL'), killAfterMs);
  };
  limit.addEventListener('abort', stop, { once: true });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-outputBytesMax);
  });
  try {
    const code = await new Promise<number | null>((resolve, reject) => {
      child.once('error', reject);
      child.once('close', resolve);
    });
    return code === 0 ? null : failureIn(said, code);
  } finally {
    limit.removeEventListener('abort', stop);
    clearTimeout(force);
  }
}

const Failure = z.object({ error: z.object({ code: z.string(), message: z.string() }) });

/** The error is the last line, after the lines of the progress. */
function failureIn(said: string, code: number | null): DrillFailure {
  const line = said.trim().split('\n').at(-1) ?? '';
  try {
    return Failure.parse(JSON.parse(line)).error;
  } catch {
    return { code: null, message: `the process of the drill ended with ${code ?? 'a signal'}` };
  }
}
