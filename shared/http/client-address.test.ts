import { describe, expect, it } from 'vitest';
import { clientAddress, networkOfClient } from './client-address.ts';

function request(remoteAddress: string | undefined, forwardedFor?: string) {
  return {
    headers: forwardedFor === undefined ? {} : { 'x-forwarded-for': forwardedFor },
    socket: { remoteAddress },
  };
}

describe('the address by which a client is limited', () => {
  it('is the socket’s, whatever headers the client sends, when no proxy is trusted', () => {
    expect(clientAddress(request('192.0.2.7', '198.51.100.1'), 0)).toBe('192.0.2.7');
  });

  it.each([
    [1, '192.0.2.30'],
    [2, '192.0.2.20'],
    [3, '192.0.2.10'],
    [4, '192.0.2.10'],
  ])(
    'is the entry that the outermost of %i trusted proxies added, so that a client cannot choose it',
    (hops, expected) => {
      expect(clientAddress(request('10.0.0.1', '192.0.2.10, 192.0.2.20,192.0.2.30'), hops)).toBe(expected);
    },
  );

  it.each([
    ['without a header', undefined],
    ['with an empty header', ''],
    ['with a name', 'unknown'],
    ['with a made-up address', '999.1.1.1'],
  ])('is the socket’s %s', (_case, header) => {
    expect(clientAddress(request('10.0.0.1', header), 1)).toBe('10.0.0.1');
  });

  it.each([
    ['192.0.2.7:51234', '192.0.2.7'],
    ['[2001:db8:1:2::9]:443', '2001:db8:1:2::/64'],
    ['[2001:db8:1:2::9]', '2001:db8:1:2::/64'],
  ])('has no port and no brackets: %s', (header, expected) => {
    expect(clientAddress(request('10.0.0.1', header), 1)).toBe(expected);
  });

  it.each([
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0db8:0001:0002:ffff::1', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['64:ff9b::192.0.2.1', '64:ff9b:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
  ])('is the /64 network of the IPv6 address %s', (address, expected) => {
    expect(clientAddress(request(address), 0)).toBe(expected);
  });

  it('is the IPv4 address for a client with an IPv4-mapped IPv6 address', () => {
    expect(clientAddress(request('::ffff:192.0.2.7'), 0)).toBe('192.0.2.7');
  });

  it('is the same for all clients whose socket is closed', () => {
    expect(clientAddress(request(undefined), 0)).toBe('unknown');
  });
});

it.each([
  ['203.0.113.9', '203.0.113.0/24'],
  ['2001:db8:7:42::/64', '2001:db8:7::/48'],
  ['unknown', 'unknown'],
])('knows the network of %s', (address, network) => {
  expect(networkOfClient(address)).toBe(network);
});
