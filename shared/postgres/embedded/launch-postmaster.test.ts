import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryDataDir } from '../../../test/support/hub/hub-process.ts';
import { signOfLife } from '../../runtime/platform.mjs';
import { launchPostmaster } from './launch-postmaster.ts';

/** A server whose program is this script. */
async function planOf(script: (folder: string) => string) {
  const folder = await temporaryDataDir(null);
  await mkdir(join(folder, 'bin'));
  const program = join(folder, 'bin/postgres');
  await writeFile(program, `#!/bin/sh\n${script(folder)}`);
  await chmod(program, 0o755);
  const plan = { cluster: folder, binaries: folder, version: '18', account: null, password: '' };
  return { folder, plan: { ...plan, maxConnections: 1 } };
}

test('kills a server that is not ready in time and does not quit, and reports its output', async () => {
  const { folder, plan } = await planOf(
    (cluster) => `trap '' QUIT
echo $$ > ${join(cluster, 'pid')}
echo 'LOG:  redo in progress' >&2
while :; do sleep 0.1; done
`,
  );
  const patience = { readyWithinMs: 2_500, quitsWithinMs: 100 };
  await expect(launchPostmaster(plan, null, patience)).rejects.toThrow(
    'the database does not start: LOG:  redo in progress | not ready after 2.5 s',
  );
  const pid = Number(await readFile(join(folder, 'pid'), 'utf8'));
  await expect.poll(() => signOfLife(pid)).toBeNull();
});

test('reports a full disk when the server cannot start, wherever its output says so', async () => {
  const { folder, plan } = await planOf(
    () => `echo 'PANIC:  could not write to file "pg_wal/xlogtemp.4": No space left on device' >&2
for line in 1 2 3 4; do echo "line $line" >&2; done
`,
  );
  await expect(launchPostmaster(plan, null)).rejects.toThrow(
    `the database does not start: the disk of ${folder} has too little free space: free some space there, and try again`,
  );
});

test('goes without a Unix socket where the folder can hold none', async () => {
  const { plan } = await planOf(
    (cluster) => `case "$*" in
*"unix_socket_directories=${cluster}"*) echo 'FATAL:  could not create any Unix-domain sockets' ;;
*) echo 'FATAL:  tried without a socket' ;;
esac >&2
`,
  );
  await expect(launchPostmaster(plan, null)).rejects.toThrow('tried without a socket');
});
