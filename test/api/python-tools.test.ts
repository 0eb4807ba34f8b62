import { execFile } from 'node:child_process';
import { rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { startExampleHub } from '../support/api/example-hub.ts';
import { pythonTools } from '../support/api/tools.ts';
import { campaign } from '../support/campaign.ts';

const bin = await pythonTools();
const folder = bin === null ? '' : dirname(bin);
const run = promisify(execFile);
const { runs: examples, seed, label } = campaign(200);
const clients = new URL('clients/', import.meta.url).pathname;

test.skipIf(bin === null)(
  'a client made by openapi-python-client reads the answer of every operation (needs Python with venv, and PyPI)',
  async () => {
    const hub = await startExampleHub();
    const document = `${folder}/document.json`;
    await writeFile(document, JSON.stringify(hub.document));
    await rm(`${folder}/hub_client`, { recursive: true, force: true });
    const generate = [
      'generate',
      '--path',
      document,
      '--meta',
      'none',
      '--output-path',
      `${folder}/hub_client`,
    ];
    const { stdout: made } = await run(`${bin}/openapi-python-client`, generate);
    expect(made).not.toMatch(/WARNING|Error/);
    const args = [`${clients}use_python.py`, hub.url, hub.keys[0], hub.metricsToken, document];
    const env = { PATH: process.env.PATH, PYTHONPATH: folder, PYTHONDONTWRITEBYTECODE: '1' };
    const { stdout } = await run(`${bin}/python`, args, { env });
    const { statuses, values } = JSON.parse(stdout);
    const operations = Object.values(hub.document.paths).map(({ get }) => get.operationId);
    expect(statuses).toEqual(Object.fromEntries(operations.map((operation) => [operation, [200, true]])));
    expect(values).toEqual(['Slayer', 2_000]);
  },
);

test.skipIf(bin === null).each([
  ['with a key', 50],
  ['without a key', 0],
] as const)(
  `Schemathesis %s finds nothing that the document does not say (needs Python with venv, and PyPI) (${label})`,
  async (_, keyCount) => {
    const hub = await startExampleHub(50);
    const keys = hub.keys.slice(0, keyCount);
    const env = {
      PATH: process.env.PATH,
      PYTHONPATH: clients,
      PYTHONDONTWRITEBYTECODE: '1',
      SCHEMATHESIS_HOOKS: 'hooks',
      HUB_KEYS: keys.join(),
      HUB_METRICS_TOKEN: hub.metricsToken,
    };
    const options = ['--checks', 'all', '--max-examples', String(examples), '--seed', String(seed)];
    const args = ['--no-color', '--config-file', `${clients}schemathesis.toml`, 'run', ...options];
    const judged = await run(
      `${bin}/st`,
      [...args, '--continue-on-failure', `${hub.url}/api/v1/openapi.json`],
      {
        env,
        cwd: folder,
        maxBuffer: 2 ** 26,
      },
    ).then(
      ({ stdout }) => ({ code: 0, stdout }),
      ({ code, stdout }) => ({ code, stdout }),
    );
    expect(judged, judged.stdout).toMatchObject({ code: 0 });
    const [, generated = '0'] = /Test cases:\s+(\d+) generated/.exec(judged.stdout) ?? [];
    expect(Number(generated)).toBeGreaterThan(examples);
  },
  20 * 60_000,
);
