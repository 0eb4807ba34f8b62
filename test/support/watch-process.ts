import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { atEnd } from './at-end.ts';

interface WatchedProcess {
  /** Everything on stdout and stderr until now, of the outputs that are pipes. */
  readonly printed: () => string;
  /** Resolves when the process has ended. */
  readonly stop: () => Promise<void>;
}

/** The process gets SIGTERM at the end of the test. */
export function watchProcess(child: ChildProcess): WatchedProcess {
  let printed = '';
  for (const output of [child.stdout, child.stderr]) {
    output?.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
    });
  }
  const ended = once(child, 'exit');
  const stop = async () => {
    child.kill('SIGTERM');
    await ended;
  };
  atEnd(stop);
  return { printed: () => printed, stop };
}
