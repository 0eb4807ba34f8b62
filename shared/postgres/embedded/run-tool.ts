import { execFile } from 'node:child_process';
import { postgresLocale } from '../../runtime/platform.mjs';

/** Without the environment of the hub: a PGDATA or PGPORT there would change the server. */
export const toolEnvironment = {
  PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
  LC_ALL: postgresLocale.environment,
  TZ: 'UTC',
};

export interface ServerAccount {
  readonly uid: number;
  readonly gid: number;
}

export interface ToolResult {
  readonly ok: boolean;
  /** The trimmed stdout of a program that succeeded, otherwise its stderr. */
  readonly output: string;
}

/** The default of `timeoutMs` is 10 s. Never rejects. */
export function runTool(
  program: string,
  args: readonly string[],
  options: { readonly as?: ServerAccount | null; readonly timeoutMs?: number } = {},
): Promise<ToolResult> {
  return new Promise((resolve) => {
    try {
      execFile(
        program,
        [...args],
        // The account possibly cannot enter the working directory of the hub.
        { cwd: '/', env: toolEnvironment, timeout: options.timeoutMs ?? 10_000, ...options.as },
        (error, stdout, stderr) => {
          const output = error === null ? stdout : stderr || error.message;
          resolve({ ok: error === null, output: output.trim() });
        },
      );
    } catch (error) {
      resolve({ ok: false, output: String(error) });
    }
  });
}
