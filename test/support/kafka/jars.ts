import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { access, mkdir, readFile, rename, rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const pom = fileURLToPath(new URL('../../../infra/images/docker/kafka/pom.xml', import.meta.url));
const fetchedWithinMs = 180_000;
const javaMin = 17;

export async function kafkaJars(): Promise<{ readonly folder: string } | { readonly missing: string }> {
  if (!(await hasJava())) return { missing: `no Java ${javaMin}` };
  const cache = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'local-images');
  const version = createHash('sha256')
    .update(await readFile(pom))
    .digest('hex')
    .slice(0, 12);
  // infra/images/images.sh uses the same place, so the jars are fetched once.
  const folder = join(cache, `kafka-${version}`);
  if (await exists(folder)) return { folder };
  await mkdir(cache, { recursive: true });
  const part = `${folder}.${process.pid}`;
  const goal = ['dependency:copy-dependencies', '-DincludeScope=runtime', `-DoutputDirectory=${part}`];
  try {
    await run('mvn', ['-q', '-B', '-ntp', '-f', pom, ...goal], { timeout: fetchedWithinMs });
    // Another process may have fetched the jars.
    await rename(part, folder).catch(() => rm(part, { recursive: true, force: true }));
    return { folder };
  } catch {
    return { missing: 'no Maven that brings the jars of Kafka' };
  }
}

async function hasJava(): Promise<boolean> {
  try {
    const { stderr } = await run('java', ['-version']);
    return Number(/version "(\d+)/.exec(stderr)?.[1] ?? 0) >= javaMin;
  } catch {
    return false;
  }
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
