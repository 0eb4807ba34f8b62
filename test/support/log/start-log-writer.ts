import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { WriterProcess } from '../../../shared/log/event-log.contract.ts';

/** @param script prints the id of each acknowledged record until the script is killed */
export function startLogWriter(
  script: URL,
  args: readonly string[],
  onAcknowledged: (recordId: string) => void,
): WriterProcess {
  const child = spawn(process.execPath, [fileURLToPath(script), ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  createInterface({ input: child.stdout }).on('line', onAcknowledged);
  const gone = once(child, 'close');
  return {
    kill: async () => {
      child.kill('SIGKILL');
      await gone;
    },
  };
}
