import type { NetworkInterfaceInfo } from 'node:os';
import { expect, test } from 'vitest';
import { isLoopback, localAddressLines, localAddressOf, warnOfLocalAddress } from './local-address.ts';

const interfaces = {
  lo: [addressOf('127.0.0.1', { internal: true }), addressOf('::1', { internal: true })],
  eth0: [addressOf('192.168.1.5'), addressOf('fd00::5'), addressOf('fe80::5')],
  docker0: [addressOf('172.17.0.1')],
};
const open = { publicUrl: null, interfaces };

test('an address of this machine is reported with the addresses at which the network reaches the machine', () => {
  for (const name of ['localhost', '127.0.0.1', '[::1]']) {
    const origin = `http://${name}:3000`;
    expect(localAddressOf(`${origin}/sign-in#token=t`, open)).toEqual({
      origin,
      network_origins: ['http://192.168.1.5:3000'],
    });
  }
  const tunnelled = localAddressOf('http://localhost:8080', { ...open, port: 3000 });
  expect(tunnelled?.network_origins).toEqual(['http://192.168.1.5:3000']);
  expect(localAddressOf('http://localhost', open)?.network_origins).toEqual(['http://192.168.1.5']);
});

test('an address that other machines reach needs no warning', () => {
  for (const address of ['https://hub.example.org', 'http://192.168.1.5:3000', 'no address']) {
    expect(localAddressOf(address, open), address).toBeNull();
    expect(warnOfLocalAddress(address, open), address).toEqual([]);
  }
});

test('only addresses at which the hub listens and accepts commands are offered', () => {
  const origins = (options: object) =>
    localAddressOf('http://localhost:3000', { ...open, ...options })?.network_origins;
  expect(origins({ host: '127.0.0.1' })).toEqual([]);
  expect(origins({ host: '192.168.1.5' })).toEqual(['http://192.168.1.5:3000']);
  expect(origins({ host: 'fd00::5' })).toEqual(['http://[fd00::5]:3000']);
  expect(origins({ host: '::' })).toEqual(['http://192.168.1.5:3000']);
  expect(origins({ publicUrl: 'http://localhost:3000' })).toEqual([]);
  expect(origins({ interfaces: { eth0: [addressOf('fd00::5')] } })).toEqual(['http://[fd00::5]:3000']);
  const many = Array.from({ length: 9 }, (_, index) => addressOf(`10.0.0.${index}`));
  expect(origins({ interfaces: { eth0: many } })).toHaveLength(3);
});

test('the lines name PUBLIC_URL and the other addresses', () => {
  const [first, second, ...rest] = warnOfLocalAddress('http://localhost:3000/x', open);
  expect(first).toContain('works on this machine only');
  expect(first).toContain('PUBLIC_URL');
  expect(second).toBe(
    'On another machine of this network, use http://192.168.1.5:3000 in place of http://localhost:3000.',
  );
  expect(rest).toEqual([]);
  expect(localAddressLines({ origin: 'http://localhost', network_origins: [] })).toHaveLength(1);
});

test.each([
  ['localhost', true],
  ['127.8.8.8', true],
  ['[::1]', true],
  ['127.example.org', false],
  ['192.168.1.5', false],
])('the name %s is a name of this machine: %s', (name, isThis) => {
  expect(isLoopback(name)).toBe(isThis);
});

function addressOf(address: string, { internal = false } = {}): NetworkInterfaceInfo {
  const family = address.includes(':') ? 'IPv6' : 'IPv4';
  return { address, family, internal, netmask: '', mac: '', cidr: null, scopeid: 0 } as NetworkInterfaceInfo;
}
