import { once } from 'node:events';
import { connect, isIP } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { type CertificateFault, certificateFault } from '../errors/certificate-fault.ts';
import { type CodedError, OperatorError } from '../errors/errors.ts';

/** `result` is `connected`, `silent`, or the code of an error. */
export interface BrokerProbe {
  readonly broker: string;
  readonly result: string;
  /** Set when this machine refuses the certificate of the broker. */
  readonly certificate?: CertificateFault | undefined;
}

const probeWithinMs = 2_000;
const probedMax = 8;

/**
 * Tries connections to the first 8 brokers at the same time, within 2 s.
 * @param ssl whether the connections use TLS
 */
export function probeBrokers(brokers: readonly string[], ssl: boolean): Promise<BrokerProbe[]> {
  return Promise.all(brokers.slice(0, probedMax).map((broker) => probe(broker, ssl)));
}

async function probe(broker: string, ssl: boolean): Promise<BrokerProbe> {
  const { host, port } = partsOf(broker);
  const socket = ssl
    ? connectTls({ host, port, ...(isIP(host) === 0 && { servername: host }) })
    : connect({ host, port });
  try {
    await once(socket, ssl ? 'secureConnect' : 'connect', { signal: AbortSignal.timeout(probeWithinMs) });
    return { broker, result: 'connected' };
  } catch (error) {
    const certificate = certificateFault(error as CodedError, host, 'KAFKA_BROKERS') ?? undefined;
    return { broker, result: codeOf(error) ?? 'silent', certificate };
  } finally {
    socket.destroy();
  }
}

/** A host with several addresses fails with one error for each of them. */
function codeOf(error: unknown): string | null {
  if (error instanceof AggregateError) return codeOf(error.errors[0]);
  const { code } = error as NodeJS.ErrnoException;
  return typeof code === 'string' && code !== 'ABORT_ERR' ? code : null;
}

function partsOf(broker: string): { readonly host: string; readonly port: number } {
  const at = broker.lastIndexOf(':');
  return { host: broker.slice(0, at), port: Number(broker.slice(at + 1)) };
}

/** The fix is for the failure that is least likely to end by itself. */
export function silentClusterError(probes: readonly BrokerProbe[], cause: unknown): OperatorError {
  const refused = probes.find(({ certificate }) => certificate !== undefined)?.certificate;
  if (refused !== undefined) {
    const trust = 'start the hub with NODE_EXTRA_CA_CERTS=FILE, the certificate of the authority';
    const message = `no Kafka broker answers: ${refused.what}`;
    return new OperatorError('no_log', message, { cause, fix: refused.fix ?? trust });
  }
  const found = mostLastingFirst.flatMap((failure) => {
    const brokers = probes
      .filter(({ result }) => failure.results.includes(result))
      .map(({ broker }) => broker);
    return brokers.length === 0 ? [] : [{ ...failure, brokers }];
  });
  const [first] = found;
  if (first === undefined) {
    return new OperatorError('no_log', 'no Kafka broker answers', {
      cause,
      fix: 'start the brokers, or correct KAFKA_BROKERS',
    });
  }
  const what = found.map(({ brokers, say }) => say(brokers.join(', '))).join('; ');
  return new OperatorError('no_log', `no Kafka broker answers: ${what}`, {
    cause,
    fix: first.fix(partsOf(first.brokers[0] ?? '').host),
  });
}

interface BrokerFailure {
  readonly results: readonly string[];
  readonly say: (brokers: string) => string;
  readonly fix: (host: string) => string;
}

const mostLastingFirst: readonly BrokerFailure[] = [
  {
    results: ['ENOTFOUND'],
    say: (brokers) => `no machine has the name of ${brokers} (ENOTFOUND)`,
    fix: (host) =>
      `correct the host name in KAFKA_BROKERS; getent hosts ${host} shows whether this machine finds it`,
  },
  {
    results: ['EAI_AGAIN'],
    say: (brokers) => `the name server does not answer for ${brokers} (EAI_AGAIN)`,
    fix: (host) =>
      `getent hosts ${host} shows whether this machine finds it; correct /etc/resolv.conf, or the host name in KAFKA_BROKERS`,
  },
  {
    results: ['ECONNREFUSED'],
    say: (brokers) => `nothing listens at ${brokers} (ECONNREFUSED)`,
    fix: () => 'start the brokers, or correct host and port in KAFKA_BROKERS',
  },
  {
    results: ['silent', 'EHOSTUNREACH', 'ENETUNREACH', 'ETIMEDOUT'],
    say: (brokers) => `${brokers} cannot be reached`,
    fix: (host) => `check the network and the firewall between here and ${host}, or correct KAFKA_BROKERS`,
  },
  {
    results: ['connected', 'ECONNRESET'],
    say: (brokers) => `${brokers} accepts connections, but does not answer as Kafka does`,
    fix: () =>
      'check the log of the broker; KAFKA_SSL has to be true for a listener with TLS, and false for others',
  },
];
