import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { expect, onTestFinished, test } from 'vitest';
import { createCertificate, hasOpenssl } from '../../test/support/certificates.ts';
import { freePort } from '../../test/support/hub/hub-process.ts';
import { type BrokerProbe, probeBrokers, silentClusterError } from './explain-brokers.ts';

test('distinguishes an unknown name, a closed port and a silent listener', async () => {
  const [closed, open] = [await freePort(), await freePort()];
  const listener = createServer().listen(open, '127.0.0.1');
  onTestFinished(() => void listener.close());
  const brokers = ['no-such-host.invalid:9092', `127.0.0.1:${closed}`, `127.0.0.1:${open}`];
  const probes = await probeBrokers(brokers, false);
  expect(probes.map(({ result }) => result)).toEqual([
    expect.stringMatching(/^(ENOTFOUND|EAI_AGAIN)$/),
    'ECONNREFUSED',
    'connected',
  ]);
});

const errorFor = (...results: string[]) =>
  silentClusterError(
    results.map((result, index): BrokerProbe => ({ broker: `kafka${index + 1}:9092`, result })),
    null,
  );

test.each([
  [
    ['ENOTFOUND', 'ENOTFOUND'],
    'no machine has the name of kafka1:9092, kafka2:9092 (ENOTFOUND)',
    /^correct the host name in KAFKA_BROKERS; getent hosts kafka1 shows/,
  ],
  [
    ['ECONNREFUSED', 'ENOTFOUND'],
    'no machine has the name of kafka2:9092 (ENOTFOUND); nothing listens at kafka1:9092 (ECONNREFUSED)',
    /getent hosts kafka2 /,
  ],
  [['EAI_AGAIN'], 'the name server does not answer for kafka1:9092 (EAI_AGAIN)', /resolv.conf/],
  [['ECONNREFUSED'], 'nothing listens at kafka1:9092 (ECONNREFUSED)', /^start the brokers/],
  [['silent'], 'kafka1:9092 cannot be reached', /firewall between here and kafka1/],
  [['connected'], 'kafka1:9092 accepts connections, but does not answer as Kafka does', /KAFKA_SSL/],
])('every failure has its own text and command: %s', (results, what, fix) => {
  expect(errorFor(...results)).toMatchObject({
    code: 'no_log',
    message: `no Kafka broker answers: ${what}`,
    fix: expect.stringMatching(fix),
  });
});

test('an unexpected failure also gets a command', () => {
  expect(errorFor('EMFILE')).toMatchObject({
    message: 'no Kafka broker answers',
    fix: 'start the brokers, or correct KAFKA_BROKERS',
  });
});

test.skipIf(!hasOpenssl).each([
  [
    'IP:127.0.0.1',
    true,
    'the certificate of 127.0.0.1 is self-signed (DEPTH_ZERO_SELF_SIGNED_CERT)',
    /NODE_EXTRA_CA_CERTS=FILE/,
  ],
  ['IP:127.0.0.1', false, 'UNABLE_TO_VERIFY_LEAF_SIGNATURE', /NODE_EXTRA_CA_CERTS=FILE/],
])(
  'the refused certificate of a broker is named: %s, self-signed: %s',
  async (names, isSelfSigned, what, fix) => {
    const listener = createTlsServer(await createCertificate(names, { isSelfSigned }));
    listener.on('tlsClientError', () => {}).listen(0, '127.0.0.1');
    onTestFinished(() => void listener.close());
    await once(listener, 'listening');
    const { port } = listener.address() as AddressInfo;
    expect(silentClusterError(await probeBrokers([`127.0.0.1:${port}`], true), null)).toMatchObject({
      code: 'no_log',
      message: expect.stringContaining(what),
      fix: expect.stringMatching(fix),
    });
  },
);
