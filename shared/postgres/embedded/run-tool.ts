import { execFile } from 'node:child_process';

/** Nothing of the hub's own environment: a PGDATA or PGPORT in it would lead the server astray. */
export const toolEnvironment = {
  PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
  LC_ALL: 'C.UTF-8',
  TZ: 'UTC',
};

/** An account of the operating system: the one that the server runs as. */
export interface ServerAccount {
  readonly uid: number;
  readonly gid: number;
}

export interface ToolResult {
  readonly ok: boolean;
  /** What it printed on stdout when it succeeded, else what it said on stderr; trimmed. */
  readonly output: string;
}

/** Runs a program to its end, at most `timeoutMs`, as the given account. Never rejects. */
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
        // The working directory may be closed to the account.
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
