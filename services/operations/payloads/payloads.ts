import { readCurrent } from '../../../projections/access/commands/append-and-wait.ts';
import { requireDevice } from '../../../projections/access/commands/require-known.ts';
import type { Directory } from '../../../projections/access/directory/directory.ts';
import { type Device, isReporter } from '../../../projections/access/model/entities.ts';
import type { Actor } from '../../../shared/domain/actor.ts';
import { OperatorError } from '../../../shared/errors/errors.ts';
import { partitionOf } from '../../../shared/events/streams.ts';
import type { PartitionEnds } from '../../../shared/log/event-log.ts';
import type { Journal } from '../../../shared/log/journal.ts';
import { type AuditEntryInput, recordInAudit } from '../../../shared/log/record-in-audit.ts';
import type { NoteListing } from '../audit/note-listing.ts';
import { pluginTitle } from '../devices/pairing-plugins.ts';
import { isoTime } from '../iso-time.ts';
import { nameOfMember } from '../member-names.ts';
import { auditActorOf, type OperationHub, type Requested } from '../operation-hub.ts';
import { kindsOf } from './payload-kinds.ts';
import { positionText } from './payload-position.ts';
import {
  byPosition,
  findPayloads,
  type ListedPayload,
  newestPayloads,
  type PayloadPosition,
  type StoredPayload,
} from './stored-payloads.ts';

/** Half a minute of reading. */
const scannedRecordsMax = 200_000;
/** The kinds are in the body, which a plugin's adapter reads. */
const readBodiesMax = 20_000;

interface PayloadSelection {
  readonly accountId: string | null;
  readonly deviceId: string | null;
}

export const payloadOutcomes = ['used', 'unknown account'] as const;

interface ListRequest extends PayloadSelection {
  readonly kind?: string | undefined;
  readonly outcome?: (typeof payloadOutcomes)[number] | undefined;
  /** The list begins after this position. */
  readonly before?: PayloadPosition | undefined;
  readonly keptFrom: number;
  readonly limit: number;
  readonly actor: Actor;
  readonly note: NoteListing;
}

/** `keptFrom`: epoch ms; older payloads are not shown. */
export const payloadOperations = {
  /**
   * Newest first, without bodies. The audit log notes who saw whose payloads.
   * @returns `older`: the position from which a further search continues, as text for `before`;
   * null at the end
   */
  list: async (hub: OperationHub, input: ListRequest) => {
    const { keptFrom: from, limit, actor, note, kind, outcome, before = null } = input;
    const directory = await readCurrent(hub);
    const { subjects, deviceId } = selectedPayloads(directory, input);
    const accepts = async (payload: StoredPayload) =>
      (outcome === undefined || outcomeOf(directory, payload) === outcome) &&
      (kind === undefined || (await kindsOf(payload)).includes(kind));
    const { payloads: found, cutAt } = await newestPayloads(
      hub.journal,
      await rawPlaces(hub.journal, subjects),
      { subjects, deviceId, from, before, accepts },
      { limit: limit + 1, scannedRecordsMax: kind === undefined ? scannedRecordsMax : readBodiesMax },
    );
    const searched = found.filter(({ receivedAt }) => cutAt === null || receivedAt > cutAt);
    const listed = searched.toSorted(byPosition).slice(0, limit);
    const payloads = listed.map((payload) => payloadDocument(directory, payload));
    const hasMore = cutAt !== null && (before === null || cutAt + 1 < before.receivedAt);
    const next = searched.length > limit ? listed.at(-1) : hasMore ? { receivedAt: cutAt + 1, id: '' } : null;
    await note(hub, {
      by: auditActorOf(hub, actor),
      action: 'payloads-listed',
      ...whoseAreListed(directory, input),
      details: { count: payloads.length },
    });
    return { payloads, complete: cutAt === null, older: next == null ? null : positionText(next) };
  },

  /**
   * The audit log notes who saw the body.
   * @throws OperatorError when the log does not have the body
   */
  show: async (hub: OperationHub, input: Requested<{ readonly id: string; readonly keptFrom: number }>) => {
    const { id, keptFrom, actor } = input;
    const { value: payload } = await findPayloads(hub.journal, [id], keptFrom).next();
    if (payload === undefined) {
      const message = `no payload ${id} is kept, or its account was erased; \`hub raw list\` shows all payloads`;
      throw new OperatorError('unknown_payload', message);
    }
    const directory = await readCurrent(hub);
    const { subject, deviceId, receivedAt } = payload;
    // The audit entry comes first, so that nothing is shown without an entry.
    await recordInAudit(hub.journal, {
      by: auditActorOf(hub, actor),
      action: 'payload-shown',
      about: [subject, deviceId],
      details: { payload: id, received_at: isoTime(receivedAt) },
      subject,
    });
    return { ...payloadDocument(directory, payload), body: payload.body };
  },
} as const;

/** The subject of a payload without a known account is the member. */
function outcomeOf({ members }: Directory, { subject }: ListedPayload): (typeof payloadOutcomes)[number] {
  return members.has(subject) ? 'unknown account' : 'used';
}

/** Null selects any. @throws CommandRefused for an unknown device */
export function selectedPayloads(directory: Directory, { accountId, deviceId }: PayloadSelection) {
  const ofDevice = deviceId === null ? null : subjectsOf(directory, requireDevice(directory, deviceId));
  return { subjects: accountId === null ? ofDevice : new Set([accountId]), deviceId };
}

/** Leaves out unknown ids, which no erasure would find. */
function whoseAreListed(
  directory: Directory,
  { accountId, deviceId }: PayloadSelection,
): Pick<AuditEntryInput, 'about' | 'subject'> {
  const account = accountId === null ? undefined : directory.accounts.get(accountId);
  const device = deviceId === null ? undefined : requireDevice(directory, deviceId);
  const subject = account?.id ?? device?.memberId;
  return {
    about: [account?.id, device?.id].filter((id) => id !== undefined),
    ...(subject !== undefined && { subject }),
  };
}

/** The partitions of `hub.raw` that hold these subjects; all when null. */
export async function rawPlaces(
  { log }: Journal,
  subjects: ReadonlySet<string> | null,
): Promise<PartitionEnds[]> {
  const ends = await log.ends(['hub.raw']);
  if (subjects === null) return [...ends];
  const partitions = new Set([...subjects].map((subject) => partitionOf('hub.raw', subject)));
  return ends.filter(({ partition }) => partitions.has(partition));
}

/** A body without a known account has the member as subject. */
function subjectsOf({ accounts, identities }: Directory, { memberId }: Device): Set<string> {
  const subjects = new Set([memberId]);
  for (const account of accounts.values())
    if (isReporter(account, memberId) || account.blockedIds.includes(memberId)) subjects.add(account.id);
  for (const { accountId, memberIds } of identities.values())
    if (memberIds.has(memberId)) subjects.add(accountId);
  return subjects;
}

function payloadDocument(directory: Directory, payload: ListedPayload) {
  const { id, receivedAt, subject, deviceId, plugin, pluginVersion, bytes } = payload;
  const account = directory.accounts.get(subject);
  const device = directory.devicesByTokenHash.values().find((each) => each.id === deviceId);
  return {
    id,
    received_at: isoTime(receivedAt),
    /** Null when the body names no account. */
    account: directory.members.has(subject) ? null : subject,
    account_name: account?.name ?? null,
    member: nameOfMember(directory, device?.memberId ?? null),
    device: deviceId,
    plugin,
    plugin_title: pluginTitle(plugin),
    plugin_version: pluginVersion,
    bytes,
  };
}
