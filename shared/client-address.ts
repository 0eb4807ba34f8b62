import { isIPv4, isIPv6 } from 'node:net';

/** What of a request tells where it came from. */
export interface AddressedRequest {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly socket: { readonly remoteAddress?: string | undefined };
}

/** Stands for a client whose socket is gone. */
const unknownAddress = 'unknown';

/**
 * The address by which a client is limited (decisions.md, Limits): the entry of `X-Forwarded-For` that is
 * `trustedHops` from the right, each trusted proxy having added one; with 0 hops, or no usable entry, the socket's. An
 * IPv6 client is its /64, because one household owns as many addresses of it as it likes.
 */
export function clientAddress({ headers, socket }: AddressedRequest, trustedHops: number): string {
  const forwarded = trustedHops > 0 ? forwardedAddress(headers['x-forwarded-for'], trustedHops) : null;
  return forwarded ?? limitedBy(socket.remoteAddress ?? '') ?? unknownAddress;
}

/** Fewer entries than hops: the leftmost was still added by a trusted proxy. */
function forwardedAddress(header: string | string[] | undefined, hops: number): string | null {
  if (header === undefined) return null;
  const entries = String(header).split(',');
  return limitedBy(bareAddress(entries[Math.max(0, entries.length - hops)] ?? ''));
}

/** Without the port, brackets and zone that proxies write. */
function bareAddress(entry: string): string {
  const text = entry.trim();
  const bracketed = /^\[([^\]]*)\](?::\d+)?$/.exec(text)?.[1];
  if (bracketed !== undefined) return bracketed;
  return /^[\d.]+:\d+$/.test(text) ? text.slice(0, text.indexOf(':')) : text;
}

/** The unit that limits count by; null for what is no address. */
function limitedBy(address: string): string | null {
  // A server of both families names every IPv4 client as one of IPv6.
  const unmapped = address.replace(/^::ffff:/i, '');
  if (isIPv4(unmapped)) return unmapped;
  return isIPv6(address) ? `${networkOf(address)}::/64` : null;
}

/** The first four groups of an IPv6 address, each without leading zeros. */
function networkOf(address: string): string {
  const [head = '', tail] = (address.split('%')[0] ?? '').split('::');
  const left = groupsOf(head);
  const right = tail === undefined ? [] : groupsOf(tail);
  const zeros = new Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0');
  return [...left, ...zeros, ...right]
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':');
}

/** An IPv4 tail stands for two groups, both beyond the network. */
function groupsOf(text: string): string[] {
  if (text === '') return [];
  return text.split(':').flatMap((group) => (group.includes('.') ? ['0', '0'] : [group]));
}
