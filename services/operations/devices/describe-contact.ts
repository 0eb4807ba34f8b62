import type { Device } from '../../../projections/access/model/entities.ts';
import { unusedTokenLifeMs } from '../../../shared/domain/member.ts';
import { isoTime, isoTimeOrNull } from '../iso-time.ts';

/** Rows of ingest. Times are epoch ms. */
export interface StoredContact {
  readonly version: string | null;
  readonly at: number;
  readonly used_at: number | null;
  /** Unusable messages since `used_at`. */
  readonly unused: number;
  readonly refused_at: number | null;
  /** The outcome of the refused request. */
  readonly refusal: string | null;
  readonly messages: readonly { readonly kind: string; readonly messages: number; readonly at: number }[];
  /** Reported by name in 90 days. */
  readonly accounts: number;
}

export interface DescribedPlugin {
  readonly title: string;
  readonly messageKinds: readonly { readonly kind: string; readonly title: string }[];
  readonly afterRevoking: string | null;
  readonly firstReport: string;
  /** Whether the hub creates its tokens, which expire while they are unused. */
  readonly isPasted: boolean;
}

export type ContactDocument = ReturnType<typeof describeContact>;

/** A client that starts sends only a few messages without a player. */
const unusedMax = 20;

/** A device with more accounts probably has a token that a group shares. */
export const accountsOfDeviceMax = 3;

const refusals: Readonly<Record<string, string>> = {
  malformed: 'a message was damaged, or came to the address of another plugin',
  wrong_method:
    'a redirect changed a message on its way: enter the address of the hub again, as the pairing shows it',
  plugin_outdated: 'its version is too old: update the plugin',
  unknown_device: 'it was revoked, or its member left',
  account_blocked: 'the owner of an account does not let this member report it',
  rate_limited: 'it sent too much at once',
  too_large: 'a message was too large',
  too_many_accounts: 'the member has as many accounts as the hub allows',
  disk_full: 'the hub had no room on its disk',
  unavailable: 'the hub was busy',
  decommissioned: 'the hub was decommissioned',
};

/** @param stored undefined for a device that was not heard lately */
export function describeContact(
  device: Pick<Device, 'lastSeenAt' | 'pairedAt' | 'revoked'>,
  stored: StoredContact | undefined,
  plugin: DescribedPlugin,
) {
  const heardAt = latest(stored?.at ?? null, device.lastSeenAt);
  const refusal = stored?.refusal ?? null;
  const isUnused = plugin.isPasted && !device.revoked && heardAt === null;
  return {
    /** The last request, usable or not. Written within five minutes. */
    last_heard_at: isoTimeOrNull(heardAt),
    /** The last message that became part of an account. */
    last_used_at: isoTimeOrNull(latest(stored?.used_at ?? null, device.lastSeenAt)),
    version: stored?.version ?? null,
    last_refused_at: isoTimeOrNull(stored?.refused_at ?? null),
    /** In words for players. */
    last_refusal: refusal === null ? null : (refusals[refusal] ?? refusal),
    messages: messagesOf(stored, plugin),
    /** The fault and the next step; null without a known fault. */
    warning: warningOf(device, stored, plugin),
    /** When the hub revokes the device, unless it sends a message; null for another device. */
    expires_at: isUnused ? isoTime(device.pairedAt + unusedTokenLifeMs) : null,
    /** The settings that stay in the plugin after the device is revoked. */
    after_revoking: plugin.afterRevoking,
  };
}

function latest(one: number | null, other: number | null): number | null {
  if (one === null || other === null) return one ?? other;
  return Math.max(one, other);
}

/** Every kind that the plugin can send, also with count 0; other messages come last. */
function messagesOf(stored: StoredContact | undefined, { messageKinds }: DescribedPlugin) {
  const arrived = new Map((stored?.messages ?? []).map((each) => [each.kind, each]));
  const listed = messageKinds.map(({ kind, title }) => {
    const found = arrived.get(kind);
    arrived.delete(kind);
    return { kind, title, count: found?.messages ?? 0, last_at: isoTimeOrNull(found?.at ?? null) };
  });
  // Kinds of an earlier release, and messages that no kind describes.
  const others = [...arrived.values()];
  if (others.length === 0) return listed;
  const count = others.reduce((sum, { messages }) => sum + messages, 0);
  const lastAt = isoTime(Math.max(...others.map(({ at }) => at)));
  return [...listed, { kind: 'other', title: 'Other messages', count, last_at: lastAt }];
}

function warningOf(
  { lastSeenAt, revoked }: Pick<Device, 'lastSeenAt' | 'revoked'>,
  stored: StoredContact | undefined,
  plugin: DescribedPlugin,
): string | null {
  if (stored === undefined) return null;
  const { title, afterRevoking } = plugin;
  if (revoked) {
    const isHeardSince = stored.refusal === 'unknown_device' && stored.refused_at === stored.at;
    return isHeardSince ? `It was revoked and still sends. ${afterRevoking ?? ''}`.trim() : null;
  }
  const isEverUsed = stored.used_at !== null || lastSeenAt !== null;
  if (!isEverUsed && stored.unused === 0) {
    return `The hub hears ${title}, but no message came yet. ${sentenceOf(plugin.firstReport)}`;
  }
  if (!isEverUsed)
    return `The hub hears ${title}, but could not use any message. ${reasonOf(stored, plugin)}`;
  if (stored.unused < unusedMax) return sharedTokenWarning(stored, title);
  return `The hub could not use the last ${stored.unused} messages of ${title}. ${reasonOf(stored, plugin)}`;
}

function sharedTokenWarning({ accounts }: StoredContact, title: string): string | null {
  if (accounts <= accountsOfDeviceMax) return null;
  return `This token of ${title} reports ${accounts} accounts. If a group shares it, let each member pair the plugin, and give the accounts to their owners: hub account transfer.`;
}

function reasonOf({ refusal, refused_at: refusedAt, at }: StoredContact, plugin: DescribedPlugin): string {
  const isRefusedLast = refusal !== null && refusedAt === at;
  const known = isRefusedLast ? refusals[refusal] : undefined;
  if (known === undefined) {
    const next = sentenceOf(`${plugin.firstReport}, and check what it is set to send`);
    return `Its messages name no player, or are of kinds that the hub does not show. ${next}`;
  }
  return sentenceOf(known);
}

function sentenceOf(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}
