import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { guildBoardFile, guildBoardText } from '../../infra/observability/dashboards/boards.ts';
import type { InfinityColumn } from '../../infra/observability/dashboards/infinity-query.ts';
import { runTool } from '../support/api/tools.ts';
import { onceAFile } from '../support/at-end.ts';
import { runsCampaigns } from '../support/campaign.ts';
import { parseCsv } from '../support/parse-csv.ts';
import { patient } from '../support/runner/patience.ts';
import { projectRoot } from '../support/source-tree.ts';
import { faults, startFaultyHub } from './faulty-hub.ts';
import { openGuild } from './open-guild.ts';

interface Target {
  readonly type: 'json' | 'csv';
  readonly url: string;
  readonly url_options: { readonly params: readonly { readonly key: string; readonly value: string }[] };
  readonly root_selector: string;
  readonly columns: readonly InfinityColumn[];
}

interface Panel {
  readonly id: number;
  readonly type: string;
  readonly title: string;
  readonly gridPos: { readonly x: number; readonly y: number; readonly w: number; readonly h: number };
  readonly targets?: readonly Target[];
}

const board = JSON.parse(await readFile(guildBoardFile, 'utf8'));
const panels: readonly Panel[] = board.panels;
const variables: readonly { name: string; query: { infinityQuery: Target } }[] = board.templating.list;
const playerQuery = variables.find(({ name }) => name === 'player')?.query.infinityQuery;
const queries = [
  ...(playerQuery === undefined ? [] : [{ name: 'the variable player', target: playerQuery }]),
  ...panels.flatMap(({ title, targets = [] }) => targets.map((target) => ({ name: title, target }))),
];

const opened = onceAFile(async () => {
  const guild = await openGuild();
  await guild.drop();
  const seen = ({ body }: { body: { meta?: { count: number } } }) => body.meta?.count === 1;
  await guild.getUntil('/events', { key: guild.key, withinMs: 15_000, seen });
  const { body } = await guild.get('/accounts', { key: guild.key });
  const hour = 3_600_000;
  /** The values that Grafana would put in. */
  const values: Readonly<Record<string, string>> = {
    'player:csv': body.data[0].id,
    skill: 'Slayer',
    '__from:date:iso': new Date(Date.now() - 7 * 24 * hour).toISOString(),
    '__to:date:iso': new Date(Date.now() + hour).toISOString(),
  };
  return { ...guild, values };
});

test('the file of the dashboard equals the output of its source', () => {
  expect(JSON.stringify(board, null, 2), 'npm run build:dashboards').toBe(guildBoardText().trimEnd());
});

test('panels have unique ids, do not overlap, and read from the chosen hub', () => {
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
  for (const { gridPos } of panels) expect(gridPos.x + gridPos.w).toBeLessThanOrEqual(24);
  const tiles = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
    Array.from({ length: w * h }, (_, at) => `${x + (at % w)} ${y + Math.floor(at / w)}`),
  );
  expect(new Set(tiles).size).toBe(tiles.length);
  const sources = JSON.stringify(board).match(/"uid":"\$\{hub\}"/g) ?? [];
  expect(sources.length).toBe(1 + 2 * panels.filter(({ type }) => type !== 'row').length);
});

test('the recipe names the data source of the dashboard', async () => {
  const recipe = await readFile(`${projectRoot}docs/recipes/grafana.md`, 'utf8');
  expect(recipe).toContain(`type: ${variables.find(({ name }) => name === 'hub')?.query}\n`);
});

test.each(queries)(
  'the hub answers the query of $name with rows of the named columns',
  async ({ target }) => {
    const rows = await rowsOf(target);
    expect(rows.length).toBeGreaterThan(0);
    for (const { selector, text, type } of target.columns) {
      const values = rows.map((row) => valueAt(row, selector));
      expect(
        values.every((value) => isOf(type, value)),
        `${text}: ${JSON.stringify(values)}`,
      ).toBe(true);
    }
  },
);

// The data source takes rows only from an answer 200 of the named type. It cannot run here.
test.each(faults)('no query of the dashboard reads a row from an answer: %s', async (fault) => {
  const hub = await startFaultyHub(opened().url);
  hub.fail(fault);
  for (const { name, target } of queries) {
    const rows = await rowsOf(target, hub.url).catch(() => []);
    expect([name, rows]).toEqual([name, []]);
  }
  expect(hub.failed()).toBe(queries.length);
  hub.fail(null);
  const [first] = queries;
  if (first !== undefined) expect((await rowsOf(first.target, hub.url)).length).toBeGreaterThan(0);
});

// Compiling the schemas of all panels takes a minute of CPU.
const hasGo = runsCampaigns && (await runTool('go', ['version'], { cwd: projectRoot })).code === 0;

test.skipIf(!hasGo)(
  "Grafana's own schemas find no fault in the dashboard (in campaigns; needs Go and its proxy)",
  { timeout: patient(15 * 60_000) },
  async () => {
    const cwd = `${projectRoot}node_modules/.cache/api-tools/dashboard-check`;
    await mkdir(cwd, { recursive: true });
    await copyFile(`${projectRoot}test/consumers/dashboard-check/main.go`, `${cwd}/main.go`);
    await writeFile(`${cwd}/go.mod`, 'module hub\n\ngo 1.24\n');
    const sdk = 'github.com/grafana/grafana-foundation-sdk/go@v0.0.22';
    for (const args of [
      ['get', sdk],
      ['build', '-o', 'check', '.'],
    ]) {
      const { code, text } = await runTool('go', args, { cwd });
      expect(code, text).toBe(0);
    }
    expect(await runTool(`${cwd}/check`, [guildBoardFile.pathname], { cwd })).toEqual({ code: 0, text: '' });
    await writeFile(`${cwd}/wrong.json`, JSON.stringify({ ...board, refresh: 5 }));
    const wrong = await runTool(`${cwd}/check`, [`${cwd}/wrong.json`], { cwd });
    expect(wrong).toMatchObject({ code: 1, text: expect.stringContaining('refresh') });
  },
);

async function rowsOf(
  { type, url, url_options: { params }, root_selector: root }: Target,
  hub = opened().url,
) {
  const { values, key } = opened();
  const asked = new URL(`${hub}/api/v1${url}`);
  for (const { key: name, value } of params) {
    asked.searchParams.set(
      name,
      value.replaceAll(/\$\{([^}]+)\}/g, (_, variable) => valueFor(variable)),
    );
  }
  function valueFor(variable: string): string {
    const value = values[variable];
    if (value === undefined) throw new Error(`the dashboard has no variable ${variable}`);
    return value;
  }
  const answer = await fetch(asked, { headers: { authorization: `Bearer ${key}` } });
  const text = await answer.text();
  expect(answer.status, text).toBe(200);
  if (type === 'json') return valueAt(JSON.parse(text), root) as unknown[];
  const [header = [], ...lines] = parseCsv(text);
  return lines.map((line) => Object.fromEntries(header.map((name, at) => [name, line[at]])));
}

function valueAt(value: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((at, name) => (at as Record<string, unknown>)?.[name], value);
}

function isOf(type: InfinityColumn['type'], value: unknown): boolean {
  if (type === 'timestamp') return typeof value === 'string' && !Number.isNaN(Date.parse(value));
  if (type === 'string') return typeof value === 'string' && value !== '';
  return Number.isFinite(typeof value === 'string' ? Number.parseFloat(value) : value);
}
