import { isIPv4 } from 'node:net';
import { connect, type PeerCertificate } from 'node:tls';
import { dayMs } from '../../../../shared/domain/durations.ts';
import { connectFailure } from '../../../../shared/errors/connect-failure.ts';
import {
  type LocalAddress,
  localAddressLines,
  localAddressOf,
} from '../../../../shared/http/local-address.ts';
import { type ExaminedHub, ifOpened } from '../examined-hub.ts';
import { type Check, type Finding, findingOf, spanOf } from '../finding.ts';

export const addressCheck: Check = {
  name: 'address',
  run: async (hub) => {
    const server = ifOpened(() => hub.server());
    const publicUrl = hub.settings().PUBLIC_URL ?? server?.publicOrigin ?? null;
    const port = server?.consolePort ?? hub.settings().PORT;
    const address = publicUrl ?? `http://localhost:${port}`;
    const url = new URL(address);
    const local = localAddressOf(address, { publicUrl, host: hub.settings().HOST });
    if (url.protocol === 'http:' && local !== null) {
      const facts = { kind: 'local', hasPublicUrl: publicUrl !== null, local } as const;
      return judgeAddress({ ...facts, members: await countMembers(hub) }, hub.now());
    }
    if (url.protocol === 'http:') return judgeAddress({ kind: 'plain', host: url.hostname }, hub.now());
    return judgeAddress(await readCertificate(url), hub.now());
  },
};

async function countMembers(hub: ExaminedHub): Promise<number> {
  const directory = await ifOpened(() => hub.directory());
  return [...(directory?.members.values() ?? [])].filter(({ active }) => active).length;
}

export type AddressFacts =
  /** PUBLIC_URL is not set, or names this machine. */
  | {
      readonly kind: 'local';
      readonly hasPublicUrl: boolean;
      readonly local: LocalAddress;
      readonly members: number;
    }
  | { readonly kind: 'plain'; readonly host: string }
  | {
      readonly kind: 'presented';
      readonly host: string;
      /** Epoch ms. */
      readonly validTo: number;
      /** Null when clients accept the certificate. */
      readonly refused: string | null;
    }
  | { readonly kind: 'unreachable'; readonly host: string; readonly reason: string };

/** Certificates are usually renewed a month before their end. */
const leftMinMs = 14 * dayMs;
const privateAddress = {
  v4: /^(?:10|127|169\.254|192\.168|172\.(?:1[6-9]|2\d|3[01]))\./,
  v6: /^\[(?:::1|f[cd].*|fe80.*)\]$/,
};

function isPrivateHost(host: string): boolean {
  if (isIPv4(host)) return privateAddress.v4.test(host);
  return privateAddress.v6.test(host) || host.endsWith('.local');
}

export function judgeAddress(facts: AddressFacts, now: number): Finding {
  if (facts.kind === 'local') return judgeLocal(facts);
  if (facts.kind === 'plain') return judgePlain(facts.host);
  if (facts.kind === 'unreachable') return judgeUnreachable(facts);
  const { host, validTo, refused } = facts;
  const left = validTo - now;
  const faults = [];
  if (refused !== null || left <= 0) {
    faults.push({
      what: `clients refuse the certificate of ${host} (${left <= 0 ? 'it has expired' : refused})`,
      why: 'plugins cannot send reports to the hub',
      fix: 'renew the certificate at the proxy, for that name and with its chain',
    });
  } else if (left < leftMinMs) {
    faults.push({
      what: `the certificate of ${host} ends in ${spanOf(left)}`,
      why: 'it should have been renewed by now, and no plugin can connect after its end',
      fix: 'renew the certificate at the proxy, and find out why it was not renewed automatically',
    });
  }
  return findingOf(faults, `the certificate of ${host} is valid for ${spanOf(left)}`);
}

/** A single member tries the hub on its own machine. */
const guildMembersMin = 2;

function judgeLocal({ hasPublicUrl, local, members }: AddressFacts & { readonly kind: 'local' }): Finding {
  const what = hasPublicUrl ? 'PUBLIC_URL names this machine' : 'PUBLIC_URL is not set';
  const sent = `sign-in links and pairing addresses begin with ${local.origin}`;
  const [example = 'https://hub.example.org'] = local.network_origins;
  const unreachable = {
    what,
    why: `the hub has ${members} members, and no other machine can pair a plugin, because ${sent}`,
    fix: `start the hub with PUBLIC_URL, the address by which members reach it, for example ${example}`,
  };
  return findingOf(
    members < guildMembersMin ? [] : [unreachable],
    `${what}, so ${sent}. ${localAddressLines(local).join(' ')}`,
  );
}

function judgePlain(host: string): Finding {
  const open = {
    what: `PUBLIC_URL is http and names ${host}`,
    why: 'the connection is not private: sessions, tokens, keys and reports cross the network unencrypted',
    fix: 'put a proxy with HTTPS in front of the hub, as infra/caddy/Caddyfile does, and set PUBLIC_URL to its https address',
  };
  const privateHost =
    'PUBLIC_URL is an address in a private network without HTTPS: the connection is not encrypted there';
  return findingOf(isPrivateHost(host) ? [] : [open], privateHost);
}

function judgeUnreachable({ host, reason }: AddressFacts & { readonly kind: 'unreachable' }): Finding {
  const fault = {
    what: `this machine cannot reach PUBLIC_URL: ${reason}`,
    why: 'sign-in links and addresses of plugins begin with PUBLIC_URL',
    fix: `correct PUBLIC_URL, the name ${host} in DNS, or the proxy; if other machines reach it, let this machine reach it too`,
  };
  return findingOf([fault], '');
}

const connectWithinMs = 5_000;

async function readCertificate(url: URL): Promise<AddressFacts> {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const { promise, resolve } = Promise.withResolvers<AddressFacts>();
  // Accepts any certificate, because this check judges the certificate and sends no request.
  const port = Number(url.port || 443);
  const socket = connect({ host, port, servername: host, rejectUnauthorized: false });
  const unreachable = (reason: string) => resolve({ kind: 'unreachable', host, reason });
  socket.setTimeout(connectWithinMs, () => unreachable(`${host}:${port} does not answer`));
  socket.once('error', ({ code, message }: NodeJS.ErrnoException) =>
    unreachable(connectFailure(code, host, port) ?? message),
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
