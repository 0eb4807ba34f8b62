import { isIPv4, isIPv6 } from 'node:net';

export interface AddressedRequest {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly socket: { readonly remoteAddress?: string | undefined };
}

/** For clients whose socket is already closed. */
const unknownAddress = 'unknown';

/**
 * The address by which a client is limited (rules/limits.md#failures-of-an-address). Each trusted
 * proxy adds an entry, so the entry at `trustedHops` from the right counts, or else the address of
 * the socket. An IPv6 address counts as its /64 network, which one household has.
 */
export function clientAddress({ headers, socket }: AddressedRequest, trustedHops: number): string {
  const entry = forwardedEntry(headers['x-forwarded-for'], trustedHops);
  const forwarded = entry === null ? null : limitedBy(bareAddress(entry));
  return forwarded ?? addressOf(socket) ?? unknownAddress;
}

/** A connection carries many requests from the same address. */
const addressBySocket = new WeakMap<object, string>();

function addressOf(socket: AddressedRequest['socket']): string | null {
  const found = addressBySocket.get(socket) ?? limitedBy(socket.remoteAddress ?? '');
  if (found !== null) addressBySocket.set(socket, found);
  return found;
}

/** The /24 of an IPv4 address, the /48 of an IPv6 address. */
export function networkOfClient(address: string): string {
  if (isIPv4(address)) return `${address.slice(0, address.lastIndexOf('.'))}.0/24`;
  const network = /^(.*):[0-9a-f]+::\/64$/.exec(address)?.[1];
  return network === undefined ? address : `${network}::/48`;
}

/**
 * The entry of the outermost trusted proxy; null without hops or the header. With fewer entries
 * than hops, the leftmost entry counts.
 */
export function forwardedEntry(header: string | string[] | undefined, trustedHops: number): string | null {
  if (header === undefined || trustedHops === 0) return null;
  const entries = String(header).split(',');
  return entries[Math.max(0, entries.length - trustedHops)]?.trim() ?? null;
}

/** Removes a port and brackets, which some proxies add. */
function bareAddress(text: string): string {
  const bracketed = /^\[([^\]]*)\](?::\d+)?$/.exec(text)?.[1];
  if (bracketed !== undefined) return bracketed;
  return /^[\d.]+:\d+$/.test(text) ? text.slice(0, text.indexOf(':')) : text;
}

/** Null when the text is not an address. */
function limitedBy(address: string): string | null {
  // A server that listens on both families shows IPv4 clients as IPv4-mapped IPv6 addresses.
  const unmapped = address.replace(/^::ffff:/i, '');
  if (isIPv4(unmapped)) return unmapped;
  return isIPv6(address) ? `${networkOf(address)}::/64` : null;
}

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

/** An IPv4 part at the end counts as two groups, which are not in the network. */
function groupsOf(text: string): string[] {
  if (text === '') return [];
  return text.split(':').flatMap((group) => (group.includes('.') ? ['0', '0'] : [group]));
}
