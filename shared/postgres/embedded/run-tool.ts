import { execFile } from 'node:child_process';

/** Nothing of the hub's own environment, because a PGDATA or PGPORT in it would change what the server does. */
export const toolEnvironment = {
  PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
  LC_ALL: 'C.UTF-8',
  TZ: 'UTC',
};

/** The account of the operating system that the server runs as. */
export interface ServerAccount {
  readonly uid: number;
  readonly gid: number;
}

export interface ToolResult {
  readonly ok: boolean;
  /** The program's stdout if it succeeded, otherwise its stderr; trimmed. */
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
        // Not the hub's working directory, which the account may be unable to enter.
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
