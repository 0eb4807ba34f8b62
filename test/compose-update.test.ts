import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { copyNextReleaseForCompose } from './support/build-next-release.ts';
import { runsCampaigns } from './support/campaign.ts';
import { deadline, inTime } from './support/deadline.ts';
import { composePasswords, createDeployment, findCompose } from './support/hub/compose.ts';
import { createHubClient } from './support/hub/hub-client.ts';
import { freePort } from './support/hub/hub-process.ts';
import { startLoad } from './support/hub/update-load.ts';
import { patient } from './support/runner/patience.ts';
import { projectRoot } from './support/source-tree.ts';

// Runs the command of docs/operate/upgrade.md, with a later release and with this release.

const found = runsCampaigns
  ? await findCompose()
  : { why: 'to build its images takes four minutes of CPU, so only the campaigns do' };
/** Documents promise this for each poller (docs/operate/upgrade.md). */
const gapMaxMs = 1_000;

if ('why' in found) {
  test.skip(`an update in compose, not run: ${found.why}`);
} else {
  test('an update in compose and the way back cost no report, no event and less than a second of polls', {
    tags: ['deadline'],
    timeout: patient(1_800_000),
  }, async () => {
    const project = `hubtest${randomBytes(4).toString('hex')}`;
    const port = await freePort();
    const settings = {
      HUB_IMAGE: `${project}-image`,
      HUB_SECRET: randomBytes(32).toString('base64'),
      ...composePasswords(),
      API_PORT: String(port),
      PUBLIC_URL: `http://localhost:${port}`,
      PLUGIN_PORT: String(await freePort()),
    };
    const deploy = (root: string) => createDeployment(found.command, settings, { project, root });
    const hub = deploy(projectRoot);
    const next = deploy(await copyNextReleaseForCompose());
    onTestFinished(async () => {
      await hub.remove();
      await hub.docker('image', 'rm', '--force', settings.HUB_IMAGE);
    }, patient(120_000));
    await hub.compose('up', '-d', '--build');
    const client = createHubClient(`http://127.0.0.1:${port}`);
    const load = await startLoad(client, async (args) =>
      JSON.parse(await hub.compose('run', '--rm', '-T', 'operator', ...args, '--json')),
    );
    const document = await readFile(join(projectRoot, 'docs/operate/upgrade.md'), 'utf8');
    const [update = ''] = /^infra\/update\.sh$/m.exec(document) ?? [];
    expect(update).not.toBe('');

    const containers = await hub.containersOf('query');
    await next.shell(`COMPOSE="$hub" ${update}`);
    const replaced = await hub.containersOf('query');
    expect(replaced).toHaveLength(containers.length);
    expect(replaced.filter((id) => containers.includes(id))).toEqual([]);
    await load.expectFold({ isNext: true });
    const toNext = await load.gaps();

    await hub.shell(`COMPOSE="$hub" ${update}`);
    await load.expectFold({ isNext: false });
    const back = await load.gaps();
    await load.expectNothingLost();
    const measured = { toNext, back, refusedPolls: load.refused() };
    process.stdout.write(`longest time without an answer, ms: ${JSON.stringify(measured)}\n`);
    for (const gap of [toNext, back].flatMap((each) => Object.values(each)))
      expect(gap, inTime).toBeLessThan(deadline(gapMaxMs));
  });
}
