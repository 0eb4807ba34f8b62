import { readVerdicts } from '../../projections/access/commands/carry-out.ts';
import type { Directory } from '../../projections/access/directory/directory.ts';
import { auditLogProjection } from '../../projections/audit-log/projection.ts';
import {
  type AuditEntry,
  type EntriesRequest,
  readEntries,
} from '../../projections/audit-log/queries/read-entries.ts';
import { type NoticesRequest, readNotices } from '../../projections/audit-log/queries/read-notices.ts';
import { nameKey } from '../../shared/domain/text.ts';
import { OperatorError } from '../../shared/errors.ts';
import { findLive } from '../../shared/projection/generations/generations.ts';
import { isoTime } from './names.ts';
import type { OperationHub } from './operation-hub.ts';

/** Which entries are asked for; `actor` as the command takes it. */
export interface EntryFilter extends Pick<EntriesRequest, 'from' | 'action' | 'about' | 'before' | 'limit'> {
  readonly actor: string | null;
}

/** An entry as `hub audit --json` prints it (operations.md, What --json prints), and its details for people. */
export interface ShownEntry {
  readonly document: {
    readonly id: string;
    readonly at: string;
    readonly actor: string | null;
    readonly action: string;
    /** The id of what it is about; null where that is the hub. */
    readonly subject: string | null;
    readonly subject_name: string | null;
    /** `refused`: why a command was not granted. */
    readonly details: Readonly<Record<string, unknown>>;
  };
  /** The details with the names of today for ids. */
  readonly details: string;
}

/** Entries of the audit log, newest first, with the names that people and accounts have now. */
export async function findEntries(
  { database }: OperationHub,
  directory: Directory,
  { actor, ...wanted }: EntryFilter,
): Promise<ShownEntry[]> {
  const live = await findLive(database, auditLogProjection.name);
  if (live === null) throw new OperatorError('no_tables', 'the audit log has no tables yet: start the hub');
  const actors = actor === null ? null : actorsNamed(directory, actor);
  const entries = await readEntries(database, { ...wanted, actors, schema: live.schema });
  const verdicts = await readVerdicts(
    database,
    entries.map(({ id }) => ({ recordId: id })),
  );
  return entries.map((entry) => shownEntry(directory, entry, verdicts.get(entry.id) ?? null));
}

/**
 * What somebody is to be told of, newest first, as far as the audit log is projected: a page does not wait for that. None
 * before it has tables.
 */
export async function findNotices(
  { database }: OperationHub,
  directory: Directory,
  wanted: Omit<NoticesRequest, 'schema'>,
): Promise<ShownEntry[]> {
  const live = await findLive(database, auditLogProjection.name);
  const entries = live === null ? [] : await readNotices(database, { ...wanted, schema: live.schema });
  return entries.map((entry) => shownEntry(directory, entry, null));
}

function shownEntry(directory: Directory, entry: AuditEntry, refused: string | null): ShownEntry {
  const { id, at, actor, action, about } = entry;
  const subject = about[0] ?? null;
  const details: Record<string, unknown> = {
    ...JSON.parse(entry.details),
    ...(refused !== null && { refused }),
  };
  return {
    document: {
      id,
      at: isoTime(at),
      actor: actor === null ? null : actorNow(directory, actor),
      action,
      subject,
      subject_name: subject === null ? null : nameNow(directory, subject),
      details,
    },
    details: Object.entries(details)
      .flatMap(([name, value]) => (value === null ? [] : [`${name}=${shownValue(directory, value)}`]))
      .join(' '),
  };
}

function shownValue(directory: Directory, value: unknown): string {
  if (Array.isArray(value)) return value.map((one) => shownValue(directory, one)).join(',');
  return typeof value === 'string' ? (nameNow(directory, value) ?? value) : String(value);
}

/** What a member or an account is called now; null for what has no name. */
function nameNow({ members, accounts, erased }: Directory, id: string): string | null {
  const name = members.get(id)?.name ?? accounts.get(id)?.name ?? null;
  return name ?? (erased.has(id) ? 'erased' : null);
}

function actorNow({ members }: Directory, actor: string): string {
  if (!actor.startsWith(memberPrefix)) return actor;
  const member = members.get(actor.slice(memberPrefix.length));
  return member === undefined ? 'erased member' : `${memberPrefix}${member.name}`;
}

const memberPrefix = 'member:';

/**
 * Who is meant: `cli`, `cli:NAME`, `hub`, `device:ID`, or members of a name, with or without `member:` before it.
 * @throws OperatorError when no member has the name
 */
function actorsNamed({ members }: Directory, text: string): string[] {
  if (/^(cli|hub|cli:.*|device:.*)$/s.test(text)) return [text];
  const name = text.startsWith(memberPrefix) ? text.slice(memberPrefix.length) : text;
  const found = [...members.values()].filter(
    (member) => member.id === name || nameKey(member.name) === nameKey(name),
  );
  if (found.length > 0) return found.map(({ id }) => `${memberPrefix}${id}`);
  throw new OperatorError(
    'unknown_actor',
    `nobody is named ${name}: it is cli, cli:USER, hub, or the name of a member (\`hub member list\`)`,
  );
}
