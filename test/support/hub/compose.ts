import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { missingBesideDocker } from '../docker.ts';
import { projectRoot } from '../source-tree.ts';

export interface Deployment {
  /** @returns the output on stdout */
  compose(...args: string[]): Promise<string>;
  /** Ids of a service's containers, running or not. */
  containersOf(service: string): Promise<string[]>;
  docker(...args: string[]): Promise<string>;
  /** In a line, `$hub` is compose, and volumes are `infra_…`. @returns the output on stdout */
  shell(line: string): Promise<string>;
  remove(): Promise<void>;
}

const run = promisify(execFile);
const images = ['postgres:18', 'apache/kafka:4.1.0', 'node:24-slim', 'debian:bookworm-slim'];
const maxBuffer = 64 * 1_024 * 1_024;
const answersWithinMs = 10_000;
const pulledWithinMs = 120_000;

const succeeds = (command: string, args: readonly string[], timeout = answersWithinMs) =>
  run(command, [...args], { timeout }).then(
    () => true,
    () => false,
  );

/** Works also where no Docker answers; null where compose is not installed. */
export async function findComposeProgram(): Promise<readonly string[] | null> {
  if (await succeeds('docker', ['compose', 'version'])) return ['docker', 'compose'];
  if (await succeeds('docker-compose', ['version'])) return ['docker-compose'];
  return null;
}

/** @throws in CI where Docker answers but something else is missing */
export async function findCompose(): Promise<
  { readonly command: readonly string[] } | { readonly why: string }
> {
  if (!(await succeeds('docker', ['version']))) return { why: 'no Docker answers' };
  for (const image of images) {
    if (await succeeds('docker', ['image', 'inspect', image])) continue;
    if (!(await succeeds('docker', ['pull', '--quiet', image], pulledWithinMs))) {
      missingBesideDocker(`the image ${image}`);
      return { why: `the image ${image} cannot be had` };
    }
  }
  const command = await findComposeProgram();
  if (command !== null) return { command };
  missingBesideDocker('compose');
  return { why: 'there is no docker compose' };
}

export function composePasswords(): Record<string, string> {
  const roles = ['POSTGRES', 'INGEST', 'PROJECTOR', 'QUERY', 'OPERATOR'];
  return Object.fromEntries(roles.map((who) => [`${who}_PASSWORD`, randomBytes(16).toString('hex')]));
}

/**
 * @param settings the environment of compose
 * @param place a project of another deployment, and the folder of another release
 */
export function createDeployment(
  [program = '', ...first]: readonly string[],
  settings: Readonly<Record<string, string>>,
  {
    project = `hubtest${randomBytes(4).toString('hex')}`,
    root = projectRoot,
  }: { readonly project?: string; readonly root?: string } = {},
): Deployment {
  const file = join(root, 'infra/compose.yaml');
  const env = { ...process.env, ...settings };
  // Version 1 of compose cannot use BuildKit without a plugin that Debian does not have.
  const builder = first.length === 0 ? { DOCKER_BUILDKIT: '0', COMPOSE_DOCKER_CLI_BUILD: '0' } : {};

  async function compose(...args: string[]): Promise<string> {
    const all = [...first, '-p', project, '-f', file, ...args];
    return (await run(program, all, { env: { ...env, ...builder }, maxBuffer })).stdout;
  }

  async function docker(...args: string[]): Promise<string> {
    return (await run('docker', args, { maxBuffer })).stdout;
  }

  async function shell(line: string): Promise<string> {
    const hub = [program, ...first, '-p', project, '-f', file].join(' ');
    const own = line.replaceAll('infra_', `${project}_`);
    return (await run('sh', ['-c', own], { cwd: root, env: { ...env, ...builder, hub }, maxBuffer })).stdout;
  }

  return {
    compose,
    docker,
    shell,
    containersOf: async (service) => {
      const labels = [`com.docker.compose.project=${project}`, `com.docker.compose.service=${service}`];
      const filters = labels.flatMap((label) => ['--filter', `label=${label}`]);
      return (await docker('ps', '-aq', ...filters)).split('\n').filter((id) => id !== '');
    },
    remove: async () => {
      await compose('down', '--volumes', '--remove-orphans', '--timeout', '2');
    },
  };
}
