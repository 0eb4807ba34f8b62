import {
  openFreePairingCode,
  pairingCodeHash,
} from '../../../projections/access/commands/devices/open-pairing-code.ts';
import type { Directory } from '../../../projections/access/directory/directory.ts';
import { type Device, isReporter } from '../../../projections/access/model/entities.ts';
import { readableBy } from '../../../projections/access/visibility/visibility.ts';
import { readReportedSince } from '../../../projections/account-state/queries/parts.ts';
import {
  type Category,
  type CategoryMask,
  categoriesOf,
  defaultCategories,
  maskOf,
} from '../../../shared/domain/category.ts';
import { pairingCodeLifeMs } from '../../../shared/domain/member.ts';
import { localAddressOf } from '../../../shared/http/local-address.ts';
import { findHubPorts } from '../hub-ports.ts';
import { isoTime } from '../iso-time.ts';
import type { OperationHub, Requested } from '../operation-hub.ts';
import { createTokenDevice } from './create-token-device.ts';
import { describeDevices, type ListedDevice } from './device-contacts.ts';
import type { PastedPlugin } from './pairing-plugins.ts';

interface PluginAddressSources {
  readonly publicUrl: string | null;
  /** The host of the request, with a port if it had one. */
  readonly host: string | null;
  /** `HOST`: the only address on which the hub listens. */
  readonly listensAt: string | undefined;
}

interface PairingInput extends PluginAddressSources {
  readonly memberId: string;
}

interface TokenPairingInput extends PairingInput {
  readonly plugin: PastedPlugin;
}

interface WatchInput {
  /** The id from `open`. */
  readonly id: string;
  /** From an earlier answer; null until an answer has a device. */
  readonly deviceId: string | null;
  readonly memberId: string;
  /** Epoch ms. */
  readonly now: number;
}

/** The answer of both watches. Lists what the member may read. */
interface WatchedPairing {
  readonly state: 'waiting' | 'paired' | 'reported' | 'expired';
  readonly device: ListedDevice | null;
  readonly accounts: readonly { readonly id: string; readonly name: string | null }[];
  readonly categories: readonly Category[];
}

const everything = maskOf(defaultCategories);
const shownWithinMs = 10_000;

export const pairingOperations = {
  /** The code is valid for five minutes. @throws as `openFreePairingCode` */
  open: async (hub: OperationHub, { memberId, actor, requestId, ...sources }: Requested<PairingInput>) => {
    const { code, at } = await openFreePairingCode(hub, memberId, actor, requestId);
    const { address, local } = await addressOf(hub, sources);
    return {
      id: Buffer.from(pairingCodeHash(hub.hubSecret, code), 'base64').toString('base64url'),
      code,
      address,
      local,
      expires_at: isoTime(at + pairingCodeLifeMs),
    };
  },

  /** @throws as `createTokenDevice` */
  makeToken: async (
    hub: OperationHub,
    { memberId, plugin, actor, requestId, ...sources }: Requested<TokenPairingInput>,
  ) => {
    const { address: origin, local } = await addressOf(hub, sources);
    const made = await createTokenDevice(hub, { memberId, plugin, origin, actor, requestId });
    return { ...made, local };
  },

  /**
   * Lists only accounts and categories that the member may read. After ten seconds, a report that
   * the member is not allowed to read counts too. An erasure deletes used codes: then only
   * `deviceId` finds the device.
   * @returns null for an unknown code or a code of another member
   */
  watch: async (
    hub: OperationHub,
    directory: Directory,
    { id, deviceId, memberId, now }: WatchInput,
  ): Promise<WatchedPairing | null> => {
    const found = directory.pairingCodes.get(Buffer.from(id, 'base64url').toString('base64'));
    const code = found?.memberId === memberId ? found : undefined;
    const device =
      ownDevice(directory, memberId, deviceId) ?? ownDevice(directory, memberId, code?.deviceId ?? null);
    if (device === undefined) {
      if (code === undefined) return null;
      const state = now >= code.expiresAt ? 'expired' : 'waiting';
      return { state, device: null, accounts: [], categories: [] };
    }
    return pairingOperations.watchDevice(hub, directory, device, now);
  },

  /** Answers like `watch`. @param now epoch ms */
  watchDevice: async (
    hub: OperationHub,
    directory: Directory,
    device: Device,
    now: number,
  ): Promise<WatchedPairing> => {
    const { isReported, ...reported } = await reportedBy(hub, directory, device, now);
    const [described = null] = await describeDevices(hub, directory, [device]);
    return { state: isReported ? 'reported' : 'paired', device: described, ...reported };
  },
} as const;

/** `local` is null when other machines can reach the address. */
async function addressOf(hub: OperationHub, { publicUrl, host, listensAt }: PluginAddressSources) {
  const { address, port } =
    publicUrl === null ? await reachedAddress(hub, host) : { address: publicUrl, port: null };
  return { address, local: localAddressOf(address, { publicUrl, host: listensAt, port }) };
}

function ownDevice(directory: Directory, memberId: string, deviceId: string | null): Device | undefined {
  const devices = directory.devicesByTokenHash.values();
  return devices.find((device) => device.id === deviceId && device.memberId === memberId);
}

async function reportedBy({ database }: OperationHub, directory: Directory, device: Device, now: number) {
  const { memberId, pairedAt, lastSeenAt } = device;
  if (lastSeenAt === null) return { isReported: false, accounts: [], categories: [] };
  const reports = [...directory.accounts.values()].filter((account) => isReporter(account, memberId));
  const seen = await readReportedSince(
    database,
    reports.map(({ id }) => id),
    pairedAt,
  );
  const shown = reports.flatMap((account) => {
    const readable = readableBy(directory, memberId, account) & maskOf(seen.get(account.id) ?? []);
    return readable === 0 ? [] : [{ account, readable }];
  });
  const found = shown.reduce<CategoryMask>((mask, { readable }) => mask | readable, 0);
  const hidesSome = reports.some(
    (account) => (readableBy(directory, memberId, account) & everything) !== everything,
  );
  return {
    isReported: shown.length > 0 || (hidesSome && now - lastSeenAt > shownWithinMs),
    accounts: shown.map(({ account: { id, name } }) => ({ id, name })),
    categories: categoriesOf(found),
  };
}

/** The host name of the request, with the port of ingest. */
async function reachedAddress({ database }: OperationHub, host: string | null) {
  const { isOneProcess, plugins: port } = await findHubPorts(database);
  const at = host !== null && URL.canParse(`http://${host}`) ? new URL(`http://${host}`) : null;
  // In one process, plugins report to the address of the pages, also behind a proxy.
  if ((isOneProcess || port === null) && at !== null) return { address: at.origin, port };
  return { address: port === null ? '' : `http://${at?.hostname ?? 'localhost'}:${port}`, port };
}
