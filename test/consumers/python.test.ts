import { copyFile, rm, writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { pythonTools, runTool } from '../support/api/tools.ts';
import { runsCampaigns } from '../support/campaign.ts';
import { projectRoot } from '../support/source-tree.ts';
import { faults, startFaultyHub } from './faulty-hub.ts';
import { openGuild } from './open-guild.ts';

// Installing the tools of PyPI takes as much CPU as running them.
const python = runsCampaigns ? await pythonTools() : null;

test.skipIf(python === null)(
  'the program of the Python recipe prints the week of a running hub (in campaigns; needs Python with venv, and PyPI)',
  async () => {
    const { url, key, drop, getUntil, makeKey } = await openGuild();
    await drop();
    await getUntil('/events', { key, withinMs: 15_000, seen: ({ body }) => body.meta?.count === 1 });
    const cwd = `${python}`;
    await rm(`${cwd}/guild-account-hub-client`, { recursive: true, force: true });
    await writeFile(`${cwd}/recipe.json`, await (await fetch(`${url}/api/v1/openapi.json`)).text());
    const generate = ['generate', '--path', 'recipe.json'];
    const made = await runTool(`${cwd}/bin/openapi-python-client`, generate, { cwd });
    expect(made.code, made.text).toBe(0);
    await copyFile(`${projectRoot}docs/recipes/recap.py`, `${cwd}/recap.py`);

    const run = (hubKey: string, hubUrl = url) =>
      runTool(`${cwd}/bin/python`, ['recap.py'], {
        cwd,
        env: {
          HUB_URL: hubUrl,
          HUB_KEY: hubKey,
          PYTHONPATH: `${cwd}/guild-account-hub-client`,
          PYTHONDONTWRITEBYTECODE: '1',
        },
      });
    const { code, text } = await run(await makeKey({ categories: ['stats', 'events', 'activity'] }));
    expect(code, text).toBe(0);
    expect(text).toContain('  1. Quillon Fen: 1,000\n');
    expect(text).toContain('  1. Quillon Fen received Tanzanite fang (2.3M) from Zulrah\n');
    expect(text).toContain('  Quillon Fen on world 486\n');
    const refused = await run('hub_wrong');
    expect(refused).toMatchObject({ code: 1, text: expect.stringContaining('A valid API key is required.') });
    const hub = await startFaultyHub(url);
    for (const fault of faults) {
      hub.fail(fault);
      const failed = await run(key, hub.url);
      expect([fault, failed.code, failed.text]).toEqual([fault, 1, expect.not.stringContaining('  1. ')]);
    }
  },
);
