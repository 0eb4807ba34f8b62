import { cp, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { atEnd } from './at-end.ts';
import { projectRoot } from './source-tree.ts';

/** A copy without built pages, which ends with the test. @returns the path of its folder */
export async function copyProduct({ packages }: { readonly packages: boolean }): Promise<string> {
  const copy = await mkdtemp(join(tmpdir(), 'hub-copy-'));
  atEnd(() => rm(copy, { recursive: true, force: true }));
  const filter = (path: string) => !path.endsWith('/console/built');
  for (const part of ['package.json', 'tsconfig.json', 'services', 'projections', 'shared']) {
    await cp(join(projectRoot, part), join(copy, part), { recursive: true, filter });
  }
  if (packages) await symlink(join(projectRoot, 'node_modules'), join(copy, 'node_modules'));
  return copy;
}
