import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { createSecureContext, TLSSocket } from 'node:tls';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createCertificate, hasOpenssl, type ServerCertificate } from '../../../test/support/certificates.ts';
import { requireServer } from '../hub-database-server.ts';

/**
 * Speaks TLS as PostgreSQL does, and ends each connection after the handshake.
 * @returns its port
 */
async function startTlsServer(certificate: ServerCertificate): Promise<number> {
  const secureContext = createSecureContext(certificate);
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', () => {
      socket.write('S');
      const secure = new TLSSocket(socket, { isServer: true, secureContext });
      secure.on('error', () => {});
      secure.once('data', () => secure.destroy());
    });
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

const local = 'DNS:localhost,IP:127.0.0.1';
const anyway = 'sslmode=no-verify accepts every server';
const trust = `add sslrootcert=FILE to DATABASE_URL, with the certificate of the authority; ${anyway}`;

describe.skipIf(!hasOpenssl)('the certificate of a database', () => {
  test.each([
    [{ isSelfSigned: true }, local, 'is self-signed (DEPTH_ZERO_SELF_SIGNED_CERT)', trust],
    [{}, local, 'UNABLE_TO_VERIFY_LEAF_SIGNATURE', trust],
    [{ days: -1 }, local, 'the certificate of 127.0.0.1 has expired (CERT_HAS_EXPIRED)', anyway],
    [
      {},
      'DNS:db.example,IP:10.0.0.7',
      'the certificate does not name 127.0.0.1, only db.example, 10.0.0.7 (ERR_TLS_CERT_ALTNAME_INVALID)',
      `use a name of the certificate as the host in DATABASE_URL; ${anyway}`,
    ],
  ])('a refusal says what is wrong and what to set: %o %s', async (options, names, what, fix) => {
    const certificate = await createCertificate(names, options);
    const port = await startTlsServer(certificate);
    const isKnown = what.includes('EXPIRED') || what.includes('ALTNAME');
    const root = isKnown ? `&sslrootcert=${certificate.authorityFile}` : '';
    const url = `postgres://hub@127.0.0.1:${port}/hub?sslmode=require${root}`;
    await expect(requireServer(url, 'DATABASE_URL')).rejects.toMatchObject({
      code: 'database_unreachable',
      message: expect.stringContaining(what),
      fix: expect.stringContaining(fix),
    });
  });

  test('is accepted with the certificate of its authority, and with no-verify', async () => {
    const certificate = await createCertificate(local);
    const port = await startTlsServer(certificate);
    for (const mode of [`sslmode=require&sslrootcert=${certificate.authorityFile}`, 'sslmode=no-verify']) {
      const url = `postgres://hub@127.0.0.1:${port}/hub?${mode}`;
      await expect(requireServer(url, 'DATABASE_URL')).rejects.toThrow(/Connection terminated unexpectedly/);
    }
  });
});

test('a file of sslrootcert that cannot be read is named', async () => {
  const url = 'postgres://hub@127.0.0.1:1/hub?sslrootcert=/no/such/ca.pem';
  await expect(requireServer(url, 'DATABASE_URL')).rejects.toMatchObject({
    message: 'the database of DATABASE_URL: the file /no/such/ca.pem cannot be read (ENOENT)',
    fix: expect.stringContaining('sslrootcert'),
  });
});
