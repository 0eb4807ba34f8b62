import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { pollUntil } from '../../shared/async/waiting.ts';
import { temporaryFolder } from '../../shared/backup/testing/open-backup-test.ts';
import { freePort } from '../support/hub/hub-process.ts';
import { isInstalled } from '../support/is-installed.ts';
import { patient } from '../support/runner/patience.ts';
import { watchProcess } from '../support/watch-process.ts';

const run = promisify(execFile);

/** Whether Debian's package `prometheus` is installed. */
export const hasPrometheus =
  (await isInstalled('promtool', '--version')) && (await isInstalled('prometheus', '--version'));

/** @throws with the output when promtool finds something */
export async function promtool(...args: string[]): Promise<string> {
  const { stdout, stderr } = await run('promtool', args);
  return `${stdout}${stderr}`;
}

/** @returns what promtool finds in names and units */
export async function lintMetrics(exposition: string): Promise<string> {
  const checking = spawn('promtool', ['check', 'metrics'], { stdio: ['pipe', 'pipe', 'pipe'] });
  checking.stdin.end(exposition);
  const [out, problems] = await Promise.all([checking.stdout.toArray(), checking.stderr.toArray()]);
  return Buffer.concat([...out, ...problems]).toString();
}

const answerSchema = z.object({
  status: z.literal('success'),
  data: z.object({ result: z.array(z.object({ value: z.tuple([z.number(), z.string()]) })) }),
});

export interface Prometheus {
  /** The number of samples that are not NaN. */
  samples(query: string): Promise<number>;
}

const readyWithinMs = 30_000;

/** Prometheus scrapes the hosts each second, and ends with the test. */
export async function startPrometheus(
  jobs: Readonly<Record<string, string>>,
  token: string,
): Promise<Prometheus> {
  const folder = await temporaryFolder();
  const address = `127.0.0.1:${await freePort()}`;
  const config = {
    global: { scrape_interval: '1s', scrape_timeout: '1s' },
    scrape_configs: Object.entries(jobs).map(([job_name, host]) => ({
      job_name,
      authorization: { credentials: token },
      static_configs: [{ targets: [host] }],
    })),
  };
  // JSON is YAML, too.
  await writeFile(join(folder, 'prometheus.yml'), JSON.stringify(config));
  const server: ChildProcess = spawn(
    'prometheus',
    [
      `--config.file=${join(folder, 'prometheus.yml')}`,
      `--storage.tsdb.path=${join(folder, 'data')}`,
      `--web.listen-address=${address}`,
      '--log.level=error',
    ],
    { stdio: 'ignore' },
  );
  watchProcess(server);
  const ready = await pollUntil(
    () =>
      fetch(`http://${address}/-/ready`).then(
        ({ ok }) => ok || null,
        () => null,
      ),
    { withinMs: patient(readyWithinMs), everyMs: 100 },
  );
  if (ready === null) throw new Error('Prometheus did not start');
  return {
    samples: async (query) => {
      const answer = await fetch(`http://${address}/api/v1/query?${new URLSearchParams({ query })}`);
      const { data } = answerSchema.parse(await answer.json());
      return data.result.filter(({ value: [, number] }) => number !== 'NaN').length;
    },
  };
}
