import { once } from 'node:events';
import { connect } from 'node:net';
import { OperatorError } from '../errors/errors.ts';

/** `result` is `connected`, `silent`, or the code of an error. */
export interface BrokerProbe {
  readonly broker: string;
  readonly result: string;
}

const probeWithinMs = 2_000;
const probedMax = 8;

/** Tries TCP connections to the first 8 brokers at the same time, within 2 s. */
export function probeBrokers(brokers: readonly string[]): Promise<BrokerProbe[]> {
  return Promise.all(
    brokers.slice(0, probedMax).map(async (broker) => ({ broker, result: await probe(broker) })),
  );
}

async function probe(broker: string): Promise<string> {
  const { host, port } = partsOf(broker);
  const socket = connect({ host, port });
  try {
    await once(socket, 'connect', { signal: AbortSignal.timeout(probeWithinMs) });
    return 'connected';
  } catch (error) {
    return codeOf(error) ?? 'silent';
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
