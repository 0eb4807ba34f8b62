import { connect, type PeerCertificate } from 'node:tls';
import { type Check, type Finding, findingOf, spanOf } from '../finding.ts';

/** Whether plugins and clients get to PUBLIC_URL over HTTPS with a certificate that lasts. */
export const certificateCheck: Check = {
  name: 'certificate',
  look: async (hub) => {
    const { PUBLIC_URL } = hub.settings();
    if (PUBLIC_URL === undefined) return judgeCertificate({ kind: 'none' }, hub.now());
    const url = new URL(PUBLIC_URL);
    if (url.protocol === 'http:') return judgeCertificate({ kind: 'plain', host: url.hostname }, hub.now());
    return judgeCertificate(await readCertificate(url), hub.now());
  },
};

export type CertificateFacts =
  | { readonly kind: 'none' }
  | { readonly kind: 'plain'; readonly host: string }
  | {
      readonly kind: 'presented';
      readonly host: string;
      /** Epoch ms. */
      readonly validTo: number;
      /** Why clients refuse it; null where they do not. */
      readonly refused: string | null;
    };

/** Authorities renew a month ahead. */
const leftMinMs = 14 * 86_400_000;
/** Addresses and names that do not leave the house. */
const local =
  /^(?:localhost|.*\.local|127\..*|10\..*|192\.168\..*|172\.(?:1[6-9]|2\d|3[01])\..*|\[(?:::1|f[cd].*|fe80.*)\])$/;

export function judgeCertificate(facts: CertificateFacts, now: number): Finding {
  if (facts.kind === 'none') return findingOf([], 'PUBLIC_URL is not set: the hub is for this machine');
  if (facts.kind === 'plain') {
    const open = {
      what: `PUBLIC_URL is http and names ${facts.host}`,
      why: 'tokens, keys and reports cross the network for everybody on the way to read',
      fix: 'put a proxy with HTTPS before the hub (README, Behind HTTPS), and set PUBLIC_URL to its https address',
    };
    return findingOf(
      local.test(facts.host) ? [] : [open],
      'PUBLIC_URL is an address within the house, without HTTPS',
    );
  }
  const { host, validTo, refused } = facts;
  const left = validTo - now;
  const faults = [];
  if (refused !== null || left <= 0) {
    faults.push({
      what: `clients refuse the certificate of ${host} (${left <= 0 ? 'it has expired' : refused})`,
      why: 'no plugin gets its reports to the hub',
      fix: 'renew it, for that name and with its chain, at the proxy',
    });
  } else if (left < leftMinMs) {
    faults.push({
      what: `the certificate of ${host} ends in ${spanOf(left)}`,
      why: 'it was to be renewed by now, and without it no plugin gets through',
      fix: 'renew it at the proxy, and look why that did not happen by itself',
    });
  }
  return findingOf(faults, `that of ${host} is good for ${spanOf(left)}`);
}

const connectWithinMs = 5_000;

async function readCertificate(url: URL): Promise<CertificateFacts> {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const { promise, resolve, reject } = Promise.withResolvers<CertificateFacts>();
  // It is judged here, and nothing is sent.
  const socket = connect({
    host,
    port: Number(url.port || 443),
    servername: host,
    rejectUnauthorized: false,
  });
  socket.setTimeout(connectWithinMs, () => socket.destroy(new Error(`${host} does not answer`)));
  socket.once('error', (error) =>
    reject(new Error(`PUBLIC_URL cannot be reached from here: ${error.message}`)),
  );
  socket.once('secureConnect', () => {
    const certificate: Partial<PeerCertificate> = socket.getPeerCertificate();
    const refused = socket.authorized ? null : String(socket.authorizationError);
    resolve({ kind: 'presented', host, validTo: Date.parse(certificate.valid_to ?? ''), refused });
  });
  try {
    return await promise;
  } finally {
    socket.destroy();
  }
}
