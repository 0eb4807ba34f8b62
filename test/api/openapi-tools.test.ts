import { rm, writeFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { nodeTools, pythonTools, runTool } from '../support/api/tools.ts';
import { onceAFile } from '../support/at-end.ts';
import { campaign, runsCampaigns } from '../support/campaign.ts';
import { patient } from '../support/runner/patience.ts';
import { projectRoot } from '../support/source-tree.ts';
import { startExampleHub, untilServed } from './example-hub.ts';
import { programWithCalls } from './generated-calls.ts';

// Installing the tools of PyPI takes as much CPU as running them.
const [node, python] = await Promise.all([nodeTools(), runsCampaigns ? pythonTools() : null]);
const clients = `${projectRoot}test/api/clients/`;
const whole = 200;
const { runs: examples, seed, label } = campaign(whole);

// `/snapshot` takes one request a second of each key.
const opened = onceAFile(() => startExampleHub(50));

test('every operation answers 200 to the examples of its parameters (read-api 4 /openapi.json)', async () => {
  const hub = opened();
  await untilServed(hub);
  const answers: Record<string, number> = {};
  for (const [path, { get }] of Object.entries(hub.document.paths)) {
    const url = new URL(`${hub.url}/api/v1${path}`);
    const headers: Record<string, string> = { authorization: `Bearer ${hub.keys[0]}` };
    for (const { name, in: place, example } of get.parameters ?? []) {
      if (example === undefined) continue;
      if (place === 'path') url.pathname = url.pathname.replace(`%7B${name}%7D`, String(example));
      if (place === 'query') url.searchParams.set(name, String(example));
      if (place === 'header') headers[name] = String(example);
    }
    const { status } = await fetch(url, { headers });
    answers[get.operationId] = status;
  }
  expect(answers).toEqual(Object.fromEntries(operationsOf(hub).map((operation) => [operation, 200])));
});

test.skipIf(node === null)('Spectral finds no error in the document (needs the npm registry)', async () => {
  await writeFile(`${node}/.spectral.yaml`, 'extends: ["spectral:oas"]\n');
  const judged = await nodeTool('@stoplight/spectral-cli/dist/index.js', 'lint', await writeDocument());
  expect(judged).toMatchObject({ code: 0, text: expect.stringContaining('(0 errors') });
});

test.skipIf(node === null)('Redocly finds no error in the document (needs the npm registry)', async () => {
  const judged = await nodeTool('@redocly/cli/bin/cli.js', 'lint', await writeDocument());
  expect(judged).toMatchObject({ code: 0, text: expect.stringContaining('Your API description is valid') });
});

test.skipIf(node === null)(
  'a client with the types of openapi-typescript compiles and gets 200 from every operation (needs the npm registry)',
  async () => {
    const hub = opened();
    const types = ['--output', 'hub.d.ts'];
    expect(await nodeTool('openapi-typescript/bin/cli.js', await writeDocument(), ...types)).toMatchObject({
      code: 0,
    });
    await writeFile(`${node}/use.mts`, await programWithCalls(`${clients}use-typescript.mts`, hub.document));
    // The compiler that openapi-typescript needs takes five times the CPU.
    const tsc = [
      '--ignoreConfig',
      '--module',
      'nodenext',
      '--target',
      'es2023',
      '--strict',
      '--skipLibCheck',
    ];
    const compile = [`${projectRoot}node_modules/typescript/bin/tsc`, ...tsc, '--types', 'node', 'use.mts'];
    expect(await runTool(process.execPath, compile, { cwd: `${node}` })).toEqual({ code: 0, text: '' });

    const args = ['use.mjs', hub.url, hub.keys[0]];
    const { text } = await runTool(process.execPath, args, { cwd: `${node}` });
    expect(JSON.parse(text)).toEqual({
      statuses: Object.fromEntries(operationsOf(hub).map((operation) => [operation, 200])),
      values: ['service', 'Slayer', 2_000, 'number'],
    });
  },
);

test.skipIf(python === null)(
  'a client created by openapi-python-client reads the answer of every operation (in campaigns; needs Python with venv, and PyPI)',
  async () => {
    const hub = opened();
    const document = `${python}/document.json`;
    await writeFile(document, JSON.stringify(hub.document));
    await rm(`${python}/hub_client`, { recursive: true, force: true });
    const generate = ['generate', '--path', document, '--meta', 'none', '--output-path', 'hub_client'];
    const made = await runTool(`${python}/bin/openapi-python-client`, generate, { cwd: `${python}` });
    expect(made).toMatchObject({ code: 0, text: expect.not.stringContaining('WARNING parsing') });

    const args = [`${clients}use_python.py`, hub.url, hub.keys[0], document];
    const env = { PYTHONPATH: `${python}`, PYTHONDONTWRITEBYTECODE: '1' };
    const { text } = await runTool(`${python}/bin/python`, args, { cwd: `${python}`, env });
    expect(JSON.parse(text)).toEqual({
      statuses: Object.fromEntries(operationsOf(hub).map((operation) => [operation, [200, true]])),
      values: ['Slayer', 2_000],
    });
  },
);

const askings = [
  { asking: 'with a key', withKey: true },
  { asking: 'without a key', withKey: false },
];

describe.each(askings)('Schemathesis $asking', ({ withKey }) => {
  test.skipIf(python === null)(
    `finds nothing that the document does not say (in campaigns; needs Python with venv, and PyPI) (${label})`,
    { timeout: patient(30 * 60_000) },
    async () => {
      const hub = opened();
      const env = {
        PYTHONPATH: clients,
        PYTHONDONTWRITEBYTECODE: '1',
        SCHEMATHESIS_HOOKS: 'hooks',
        HUB_KEYS: withKey ? hub.keys.join() : '',
      };
      // `--max-examples` does not shorten the other phases.
      const phases = examples < whole ? ['--phases', 'examples,fuzzing'] : [];
      const options = [...phases, '--max-examples', String(examples), '--seed', String(seed)];
      const checked = ['--checks', 'all', '--continue-on-failure', `${hub.url}/api/v1/openapi.json`];
      const args = [
        '--no-color',
        '--config-file',
        `${clients}schemathesis.toml`,
        'run',
        ...options,
        ...checked,
      ];
      const judged = await runTool(`${python}/bin/st`, args, { cwd: `${python}`, env });
      expect(judged, judged.text).toMatchObject({ code: 0 });
      const [, generated = '0'] = /Test cases:\s+(\d+) generated/.exec(judged.text) ?? [];
      expect(Number(generated)).toBeGreaterThan(examples);
    },
  );
});

function operationsOf({ document }: ReturnType<typeof opened>): string[] {
  return Object.values(document.paths).map(({ get }) => get.operationId);
}

function nodeTool(script: string, ...args: string[]) {
  const env = { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
  return runTool(process.execPath, [`node_modules/${script}`, ...args], { cwd: `${node}`, env });
}

async function writeDocument(): Promise<string> {
  await writeFile(`${node}/openapi.json`, JSON.stringify(opened().document, null, 2));
  return 'openapi.json';
}
