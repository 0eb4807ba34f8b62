import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

export interface CheckoutHub {
  /** Gives `work` the line that the hub printed when it was ready. */
  whileRunning<Result>(args: readonly string[], work: (said: string) => Promise<Result>): Promise<Result>;
  /** @returns the output of the command */
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
