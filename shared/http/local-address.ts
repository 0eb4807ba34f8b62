import { existsSync } from 'node:fs';
import { isIPv4 } from 'node:net';
import { type NetworkInterfaceInfo, networkInterfaces } from 'node:os';

export interface LocalAddress {
  /** For example `http://localhost:3000`. */
  readonly origin: string;
  /** Origins at which other machines may reach the hub, at most three. */
  readonly network_origins: readonly string[];
}

interface LocalAddressOptions {
  /** `PUBLIC_URL`. With it the pages take commands at no other address. */
  readonly publicUrl: string | null;
  /** `HOST`: the only address at which the hub listens. */
  readonly host?: string | undefined;
  /** By default the port of the address. */
  readonly port?: number | null;
  readonly interfaces?: Interfaces;
}

type Interfaces = Readonly<Record<string, readonly NetworkInterfaceInfo[] | undefined>>;

const networkOriginsMax = 3;
/** No other machine reaches these bridges. */
const virtualInterface = /^(docker|br-|veth|virbr|vmnet|vboxnet|cni|flannel|lxc|podman)/;
/** The addresses of a container are not the addresses of its machine. */
const containerFiles = ['/.dockerenv', '/run/.containerenv'];

/** @param name the `hostname` of a URL */
export function isLoopback(name: string): boolean {
  return name === 'localhost' || name === '[::1]' || (isIPv4(name) && name.startsWith('127.'));
}

/** Null when other machines can reach the address. */
export function localAddressOf(address: string, options: LocalAddressOptions): LocalAddress | null {
  if (!URL.canParse(address)) return null;
  const { origin, hostname, port } = new URL(address);
  if (!isLoopback(hostname)) return null;
  if (options.publicUrl !== null) return { origin, network_origins: [] };
  const hubPort = options.port ?? (port === '' ? 80 : Number(port));
  return { origin, network_origins: networkHosts(options).map((name) => originOf(name, hubPort)) };
}

export function localAddressLines({ origin, network_origins: others }: LocalAddress): string[] {
  const reach =
    others.length === 0
      ? []
      : [`On another machine of this network, use ${others.join(' or ')} in place of ${origin}.`];
  return [
    'This address works on this machine only. For players elsewhere start the hub with PUBLIC_URL, the address by which they reach it.',
    ...reach,
  ];
}

/** No lines when other machines can reach the address. */
export function warnOfLocalAddress(address: string, options: LocalAddressOptions): string[] {
  const local = localAddressOf(address, options);
  return local === null ? [] : localAddressLines(local);
}

function originOf(name: string, port: number): string {
  return new URL(`http://${isIPv4(name) ? name : `[${name}]`}:${port}`).origin;
}

/** IPv4 comes first, because people type it. */
function networkHosts({ host, interfaces = machineInterfaces() }: LocalAddressOptions): string[] {
  const usable = Object.entries(interfaces)
    .filter(([name]) => !virtualInterface.test(name))
    .flatMap(([, addresses]) => addresses ?? [])
    .filter(({ internal, address }) => !internal && !/^(169\.254\.|fe80:)/i.test(address))
    .filter(({ address }) => host === undefined || isEverywhere(host) || host === address);
  const ipv4 = usable.filter(({ family }) => family === 'IPv4');
  const listed = ipv4.length > 0 || host === '0.0.0.0' ? ipv4 : usable;
  return [...new Set(listed.map(({ address }) => address))].slice(0, networkOriginsMax);
}

function isEverywhere(host: string): boolean {
  return host === '0.0.0.0' || host === '::';
}

function machineInterfaces(): Interfaces {
  return containerFiles.some((path) => existsSync(path)) ? {} : networkInterfaces();
}
