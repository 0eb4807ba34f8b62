import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { temporaryFolder } from '../../../shared/backup/testing/open-backup-test.ts';
import { atEnd } from '../at-end.ts';

/**
 * The server ends with the test, and its self-signed certificate lives for `days`.
 * @returns the address and the file of the certificate; null without openssl
 */
export async function openHttps(
  days = 90,
): Promise<{ readonly url: string; readonly certificate: string } | null> {
  const folder = await temporaryFolder();
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const args = `req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days ${days} -subj /CN=localhost -addext subjectAltName=DNS:localhost -keyout ${key} -out ${cert}`;
  const made = await promisify(execFile)('openssl', args.split(' ')).then(
    () => true,
    () => false,
  );
  if (!made) return null;
  const server = createServer({ key: await readFile(key), cert: await readFile(cert) });
  server.listen(0, 'localhost');
  await once(server, 'listening');
  atEnd(() => {
    server.close();
  });
  return { url: `https://localhost:${(server.address() as AddressInfo).port}`, certificate: cert };
}
