import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SecureContextOptions } from 'node:tls';
import { temporaryFolder } from '../../shared/backup/testing/open-backup-test.ts';

export const hasOpenssl = (() => {
  try {
    execFileSync('openssl', ['version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
})();

export interface ServerCertificate extends SecureContextOptions {
  /** The certificate of its authority, or its own certificate when self-signed. */
  readonly authorityFile: string;
}

/**
 * A server's certificate, for example for `DNS:localhost,IP:127.0.0.1`.
 * @param options `days` below 0: it has expired; `isSelfSigned`: without an authority
 */
export async function createCertificate(
  names: string,
  { days = 2, isSelfSigned = false } = {},
): Promise<ServerCertificate> {
  const folder = await temporaryFolder();
  const at = (name: string) => join(folder, name);
  const run = (line: string) => execFileSync('openssl', line.split(' '), { stdio: 'ignore' });
  const key = '-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes';
  run(`req -x509 ${key} -days 2 -subj /CN=authority -keyout ${at('ca.key')} -out ${at('ca.pem')}`);
  run(`req ${key} -subj /CN=server -keyout ${at('key')} -out ${at('request')}`);
  writeFileSync(at('extensions'), `subjectAltName=${names}\n`);
  const signed = isSelfSigned
    ? `-signkey ${at('key')}`
    : `-CA ${at('ca.pem')} -CAkey ${at('ca.key')} -CAcreateserial`;
  run(
    `x509 -req -in ${at('request')} ${signed} -days ${days} -extfile ${at('extensions')} -out ${at('cert')}`,
  );
  return {
    key: readFileSync(at('key')),
    cert: readFileSync(at('cert')),
    authorityFile: at(isSelfSigned ? 'cert' : 'ca.pem'),
  };
}
