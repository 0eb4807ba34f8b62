import { execFile } from 'node:child_process';
import { copyFile, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { openApiDocument } from '../../services/query/openapi/document.ts';
import { routes } from '../../services/query/routes.ts';
import { startExampleHub } from '../support/api/example-hub.ts';
import { nodeTools } from '../support/api/tools.ts';

const folder = await nodeTools();
const run = promisify(execFile);
const clients = new URL('clients/', import.meta.url).pathname;

/** Runs a script of a package among the tools. @returns what it printed, and its exit code */
async function tool(script: string, ...args: string[]): Promise<{ code: number; text: string }> {
  const env = { PATH: process.env.PATH, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
  return run(process.execPath, [`node_modules/${script}`, ...args], { cwd: folder ?? '', env }).then(
    ({ stdout, stderr }) => ({ code: 0, text: stdout + stderr }),
    ({ code, stdout, stderr }) => ({ code, text: stdout + stderr }),
  );
}

async function writeDocument(name: string): Promise<string> {
  await writeFile(`${folder}/${name}`, JSON.stringify(openApiDocument(routes), null, 2));
  return name;
}

test.skipIf(folder === null)(
  'Spectral finds no error in the OpenAPI document (needs the npm registry)',
  async () => {
    await writeFile(`${folder}/.spectral.yaml`, 'extends: ["spectral:oas"]\n');
    const document = await writeDocument('spectral.json');
    const judged = await tool('@stoplight/spectral-cli/dist/index.js', 'lint', document);
    expect(judged).toMatchObject({ code: 0, text: expect.stringContaining('0 errors') });
  },
);

test.skipIf(folder === null)(
  'Redocly finds no error in the OpenAPI document (needs the npm registry)',
  async () => {
    const document = await writeDocument('redocly.json');
    const judged = await tool('@redocly/cli/bin/cli.js', 'lint', document);
    expect(judged).toMatchObject({ code: 0, text: expect.stringContaining('Your API description is valid') });
  },
);

test.skipIf(folder === null)(
  'a client with the types of openapi-typescript compiles and gets 200 from every operation (needs the npm registry)',
  async () => {
    const document = await writeDocument('typescript.json');
    const made = await tool('openapi-typescript/bin/cli.js', document, '--output', 'hub.d.ts');
    expect(made).toMatchObject({ code: 0 });
    await copyFile(`${clients}use-typescript.mts`, `${folder}/use.mts`);
    const strict = ['--strict', '--module', 'nodenext', '--target', 'es2023', '--skipLibCheck'];
    expect(await tool('typescript/lib/tsc.js', ...strict, 'use.mts')).toEqual({ code: 0, text: '' });

    const hub = await startExampleHub();
    const { stdout } = await run(process.execPath, ['use.mjs', hub.url, hub.keys[0], hub.metricsToken], {
      cwd: folder ?? '',
    });
    const { statuses, values } = JSON.parse(stdout);
    const operations = Object.values(hub.document.paths).map(({ get }) => get.operationId);
    expect(statuses).toEqual(Object.fromEntries(operations.map((operation) => [operation, 200])));
    expect(values).toEqual(['service', 'Slayer', 2_000, 'number']);
  },
);
