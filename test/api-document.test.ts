import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { expect, test, vi } from 'vitest';
import { routes } from '../services/query/routes.ts';
import { startDemoProcess } from './support/hub/demo-process.ts';
import { isInstalled } from './support/is-installed.ts';
import { patient } from './support/runner/patience.ts';
import { projectRoot } from './support/source-tree.ts';

const run = promisify(execFile);

const page = readFileSync(`${projectRoot}docs/api.md`, 'utf8');
/** The shell function of the commands. */
const definition = /`(ask\(\) \{.*?\})`/.exec(page)?.[1] ?? 'false';

/** By endpoint, the command in docs/api.md that tries it. */
const lines = new Map(
  page.split('\n').flatMap((row) => {
    const [, line, path] = /^\|[^|]*\| `(ask "?([^`"?]*).*)` \|$/.exec(row) ?? [];
    if (line === undefined || path === undefined) return [];
    return [[endpointOf(path), line] as const];
  }),
);

/** @returns the path of the route that serves the path of a command */
function endpointOf(asked: string): string {
  const isServedBy = ({ path }: (typeof routes)[number]) =>
    new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(asked);
  return routes.find(isServedBy)?.path ?? asked;
}

const hasCurl = await isInstalled('curl', '--version');

test('the document of the API has a command line for each endpoint', () => {
  expect(
    [...lines.keys()].sort(),
    'the table of endpoints in docs/api.md has other routes than services/query/routes.ts: correct docs/api.md',
  ).toEqual([...routes.map(({ path }) => path), '/openapi.json'].sort());
});

test.skipIf(!hasCurl)(
  'each command line of the document works unchanged against a demo with earlier data',
  async () => {
    const demo = await startDemoProcess(['--history', '7', '--players', '12']);
    const settings = { H: `Authorization: Bearer ${demo.key}`, A: `${demo.url}/api/v1` };
    const sh = async (line: string, ID = '') =>
      (
        await run('sh', ['-c', `${definition}; ${line}`], {
          env: { PATH: process.env.PATH, ...settings, ID },
          maxBuffer: 2 ** 26,
        })
      ).stdout;
    const line = (endpoint: string) => lines.get(endpoint) ?? 'false';
    const accounts = JSON.parse(await sh('ask /accounts')).data;
    const id = accounts.find(({ last_seen }: { last_seen: string | null }) => last_seen !== null).id;

    for (const endpoint of lines.keys()) {
      await vi.waitFor(
        async () => {
          const answer = await sh(line(endpoint), id);
          const body = JSON.parse(answer);
          expect(body, `${line(endpoint)}: ${answer.slice(0, 300)}`).not.toHaveProperty('error');
          expect(endpoint === '/openapi.json' || sizeOf(body.data) > 0, `${line(endpoint)} is empty`).toBe(
            true,
          );
        },
        { timeout: 90_000, interval: 1_100 },
      );
    }
    const { competitions } = JSON.parse(await sh('curl -s -H "$H" $A/competitions')).data;
    expect(competitions.map(({ state }: { state: string }) => state)).toEqual(['running', 'ended']);
    for (const { id: competition } of competitions) {
      const { standings } = JSON.parse(await sh(`curl -s -H "$H" $A/competitions/${competition}`)).data;
      expect(standings.length).toBeGreaterThan(0);
    }
  },
  patient(240_000),
);

/** Length of the longest list; 1 without a list. */
function sizeOf(data: object): number {
  if (Array.isArray(data)) return data.length;
  const lists = Object.values(data).filter(Array.isArray);
  return lists.length === 0 ? 1 : Math.max(...lists.map((list) => list.length));
}
