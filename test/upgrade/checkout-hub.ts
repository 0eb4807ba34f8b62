import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/** The hub of another checkout, on a data directory and a port. */
export interface CheckoutHub {
  /** Starts it, runs `work` with what it said when it was ready, and stops it. */
  whileRunning<Result>(args: readonly string[], work: (said: string) => Promise<Result>): Promise<Result>;
  /** The output of a command. @throws with its message when it fails */
  // biome-ignore lint/suspicious/noExplicitAny: callers know the documents of commands
  command(...args: string[]): Promise<any>;
}

/** @param settings the environment of all its processes */
export function checkoutHub(checkout: string, settings: Readonly<Record<string, string>>): CheckoutHub {
  function launch(args: readonly string[]): ChildProcess {
    return spawn(process.execPath, [join(checkout, 'services/cli/launch.mjs'), ...args], {
      env: { PATH: process.env.PATH, ...settings },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
  }

  return {
    whileRunning: async (args, work) => {
      const child = launch(args);
      const ended = once(child, 'exit');
      try {
        const said = await Promise.race([firstLine(child, /hub is ready|"data_dir"/), ended]);
        if (typeof said !== 'string') throw new Error(`hub ${args[0]} ended before it was ready`);
        return await work(said);
      } finally {
        child.kill('SIGTERM');
        await ended;
      }
    },
    command: async (...args) => {
      const child = launch([...args, '--json']);
      let printed = '';
      child.stdout?.setEncoding('utf8').on('data', (text: string) => {
        printed += text;
      });
      const [code] = await once(child, 'close');
      if (code !== 0) throw new Error(`hub ${args.join(' ')} ended with ${code}`);
      return JSON.parse(printed);
    },
  };
}

function firstLine(child: ChildProcess, wanted: RegExp): Promise<string> {
  let printed = '';
  return new Promise((resolve) => {
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
      const line = printed.split('\n').find((each) => wanted.test(each));
      if (line !== undefined) resolve(line);
    });
  });
}
