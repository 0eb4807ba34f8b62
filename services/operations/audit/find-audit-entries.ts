import { readCurrent } from '../../../projections/access/commands/append-and-wait.ts';
import { readVerdicts } from '../../../projections/access/commands/read-verdicts.ts';
import type { Directory } from '../../../projections/access/directory/directory.ts';
import { auditLogProjection } from '../../../projections/audit-log/projection.ts';
import {
  type AuditEntry,
  type EntriesRequest,
  type NoticesRequest,
  readEntries,
  readNotices,
} from '../../../projections/audit-log/queries/read-entries.ts';
import { OperatorError } from '../../../shared/errors/errors.ts';
import { findReadable } from '../../../shared/projection/generations/generations.ts';
import { isoTime } from '../iso-time.ts';
import type { OperationHub } from '../operation-hub.ts';
import { whileCurrent } from '../run-while-projecting.ts';
import { actorsNamed, memberPrefix, requireKnownAction, subjectsNamed } from './resolve-audit-names.ts';

/** Options of `hub audit`; `about` may also be ids. Null selects any value. */
export interface EntryFilter extends Pick<EntriesRequest, 'from' | 'until' | 'before' | 'limit'> {
  /** Actions, or words of actions, with commas between them. */
  readonly action: string | null;
  readonly actor: string | null;
  readonly about: string | readonly string[] | null;
}

export type ShownEntry = ReturnType<typeof shownEntry>;

/** Newest first. `older`: the id of the last entry, or null without older entries. */
export async function listAudit(
  hub: OperationHub,
  filter: EntryFilter,
): Promise<{ readonly entries: readonly ShownEntry[]; readonly older: string | null }> {
  const found = await whileCurrent(hub, [auditLogProjection], async () =>
    findEntries(hub, await readCurrent(hub), { ...filter, limit: filter.limit + 1 }),
  );
  const entries = found.slice(0, filter.limit);
  const older = found.length > entries.length ? (entries.at(-1)?.document.id ?? null) : null;
  return { entries, older };
}

/**
 * Newest first.
 * @throws OperatorError for an unknown actor, action or subject, or without tables
 */
export async function findEntries(
  { database }: OperationHub,
  directory: Directory,
  { actor, action, about, ...wanted }: EntryFilter,
): Promise<ShownEntry[]> {
  const live = await findReadable(database, auditLogProjection);
  if (live === null)
    throw new OperatorError('no_tables', 'the tables of the audit log are being built: keep the hub running');
  const { schema } = live;
  const actions = action?.split(',') ?? null;
  for (const each of actions ?? []) requireKnownAction(each);
  const actors = actor === null ? null : actorsNamed(directory, actor);
  const hasEntries = async (id: string) => {
    const any = { from: 0, actors: null, actions: null, before: null, limit: 1 };
    return (await readEntries(database, { ...any, about: [id], schema })).length > 0;
  };
  const ids = typeof about === 'string' ? await subjectsNamed(directory, about, hasEntries) : about;
  const entries = await readEntries(database, { ...wanted, actors, actions, about: ids, schema });
  const verdicts = await verdictsOn(database, entries);
  return entries.map((entry) => shownEntry(directory, entry, verdicts.get(entry.id) ?? null));
}

/** Newest first. Empty before the audit log has tables. */
export async function findNotices(
  { database }: OperationHub,
  directory: Directory,
  wanted: Omit<NoticesRequest, 'schema'>,
): Promise<ShownEntry[]> {
  const live = await findReadable(database, auditLogProjection);
  const entries = live === null ? [] : await readNotices(database, { ...wanted, schema: live.schema });
  const verdicts = await verdictsOn(database, entries);
  // A refused command changed nothing.
  return entries
    .filter(({ id }) => (verdicts.get(id) ?? null) === null)
    .map((entry) => shownEntry(directory, entry, null));
}

function verdictsOn(database: OperationHub['database'], entries: readonly Pick<AuditEntry, 'id'>[]) {
  return readVerdicts(
    database,
    entries.map(({ id }) => ({ recordId: id })),
  );
}

function shownEntry(directory: Directory, entry: AuditEntry, refused: string | null) {
  const { id, at, actor, action, about } = entry;
  const subject = about[0] ?? null;
  const details: Readonly<Record<string, unknown>> = {
    ...JSON.parse(entry.details),
    ...(refused !== null && { refused }),
  };
  return {
    /** The output of `hub audit --json` (operations.md, What --json prints). */
    document: {
      id,
      at: isoTime(at),
      actor: actor === null ? null : actorNow(directory, actor),
      action,
      /** Null for the hub. */
      subject,
      subject_name: subject === null ? null : nameNow(directory, subject),
      /** `refused`: why a command was not granted. */
      details,
    },
    /** With current names in place of ids. */
    details: Object.entries(details)
      .flatMap(([name, value]) => (value === null ? [] : [`${name}=${shownValue(directory, value)}`]))
      .join(' '),
  };
}

function shownValue(directory: Directory, value: unknown): string {
  if (Array.isArray(value)) return value.map((one) => shownValue(directory, one)).join(',');
  return typeof value === 'string' ? (nameNow(directory, value) ?? value) : String(value);
}

function nameNow({ members, accounts, erased }: Directory, id: string): string | null {
  const name = members.get(id)?.name ?? accounts.get(id)?.name ?? null;
  return name ?? (erased.has(id) ? 'erased' : null);
}

function actorNow({ members }: Directory, actor: string): string {
  if (!actor.startsWith(memberPrefix)) return actor;
  const member = members.get(actor.slice(memberPrefix.length));
  return member === undefined ? 'erased member' : `${memberPrefix}${member.name}`;
}
