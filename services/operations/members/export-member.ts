import { readCurrent } from '../../../projections/access/commands/append-and-wait.ts';
import { requireMember } from '../../../projections/access/commands/require-known.ts';
import { byAccountName } from '../../../projections/access/model/account-names.ts';
import type { Account } from '../../../projections/access/model/entities.ts';
import { sharingOf } from '../../../projections/access/model/sharing.ts';
import { projections } from '../../../projections/registry.ts';
import { categories } from '../../../shared/domain/category.ts';
import { minuteMs } from '../../../shared/domain/durations.ts';
import { unpackTiles } from '../../../shared/domain/pack-tiles.ts';
import { readNewestOfSubject } from '../../../shared/log/reading/read-events-of-subject.ts';
import { readSubjectRows } from '../../../shared/projection/upkeep/subject-rows.ts';
import { listAudit, type ShownEntry } from '../audit/find-audit-entries.ts';
import { describeDevices } from '../devices/device-contacts.ts';
import { isoTime } from '../iso-time.ts';
import { keysOf, listedKeys } from '../keys/api-key-document.ts';
import type { OperationHub } from '../operation-hub.ts';
import { memberDocument } from './members.ts';

export interface ExportInput {
  readonly memberId: string;
  /** Epoch ms. */
  readonly now: number;
  /** Start of the retention of audit entries, epoch ms. */
  readonly auditFrom: number;
}

/** Resolves when there is room for the next piece. */
export type WriteText = (text: string) => Promise<void>;

/** Rows of these projections also name other members. */
const aboutOthersToo = new Set(['access', 'audit-log', 'item-storages']);
const entriesAtOnce = 1_000;
const entryPagesMax = 100;

/**
 * Writes everything that the hub keeps of a member as one JSON text. Leaves out secrets of keys and
 * names of other members.
 */
export async function exportMember(hub: OperationHub, input: ExportInput, write: WriteText): Promise<void> {
  const { memberId, now } = input;
  const directory = await readCurrent(hub);
  requireMember(directory, memberId);
  const devices = [...directory.devicesByTokenHash.values()]
    .filter((each) => each.memberId === memberId)
    .sort((a, b) => a.pairedAt - b.pairedAt);
  const head = {
    exported_at: isoTime(now),
    member: {
      ...memberDocument(directory, memberId),
      default_sharing: directory.members.get(memberId)?.defaultSharing ?? null,
    },
    devices: await describeDevices(hub, directory, devices),
    keys: await listedKeys(hub.database, directory, keysOf(directory, memberId)),
    holdings: await readHoldings(hub, memberId),
  };
  await write(`${JSON.stringify(head).slice(0, -1)},"audit":[`);
  await writeEntries(hub, input, write);
  await write('],"accounts":[');
  const own = [...directory.accounts.values()]
    .filter(({ ownerId }) => ownerId === memberId)
    .sort(byAccountName);
  for (const [index, account] of own.entries()) {
    await write(`${index === 0 ? '' : ','}${JSON.stringify(accountHead(account)).slice(0, -1)},"rooms":{`);
    await writeProjections(hub, account, write);
    await write(`},"holdings":${JSON.stringify(await readHoldings(hub, account.id))}}`);
  }
  await write(']}\n');
}

/** From the log, because a projection has only some of the holdings. */
async function readHoldings({ journal }: OperationHub, subject: string) {
  const events = await readNewestOfSubject(journal, 'hub.holdings', subject);
  return Array.from(events.values(), ({ type, recordTime, data }) => {
    const { at, ...content } = data as { readonly at: number };
    const holding = type.replace(/-reported$/, '');
    return { holding, reported_at: isoTime(at), stored_at: isoTime(recordTime), ...content };
  });
}

function accountHead(account: Account) {
  const { id, name, type, accountHash, firstSeen } = account;
  return {
    id,
    name,
    account_type: type,
    account_hash: accountHash,
    first_seen: isoTime(firstSeen),
    sharing: Object.fromEntries(
      categories.map((category) => [category, sharingOf(account, category).audience]),
    ),
  };
}

async function writeEntries(
  hub: OperationHub,
  { memberId, auditFrom: from }: ExportInput,
  write: WriteText,
): Promise<void> {
  let before: string | null = null;
  for (let page = 0; page < entryPagesMax; page += 1) {
    const filter = {
      from,
      actor: `member:${memberId}`,
      action: null,
      about: null,
      before,
      limit: entriesAtOnce,
    };
    const found: { entries: readonly ShownEntry[]; older: string | null } = await listAudit(hub, filter);
    const texts = found.entries.map(({ document: { id, at, action, subject, details } }) =>
      JSON.stringify({ id, at, action, subject, details }),
    );
    if (texts.length > 0) await write(`${page === 0 ? '' : ','}${texts.join(',')}`);
    if (found.older === null) return;
    before = found.older;
  }
}

async function writeProjections(
  { database }: OperationHub,
  { id: accountId }: Account,
  write: WriteText,
): Promise<void> {
  const exported = projections.filter(({ name }) => !aboutOthersToo.has(name));
  for (const [index, projection] of exported.entries()) {
    await write(`${index === 0 ? '' : ','}${JSON.stringify(projection.name)}:{`);
    let open: string | null = null;
    let isFirstRow = true;
    await readSubjectRows(database, { projection, accountId }, async (table, rows) => {
      if (table !== open) {
        await write(`${open === null ? '' : '],'}${JSON.stringify(table)}:[`);
        isFirstRow = true;
      }
      open = table;
      const texts = rows.map((row) => exportedRow(table, row));
      if (texts.length > 0) await write(`${isFirstRow ? '' : ','}${texts.join(',')}`);
      isFirstRow &&= rows.length === 0;
    });
    await write(open === null ? '}' : ']}');
  }
}

interface PackedRow {
  /** The start of the minute, epoch ms. */
  readonly at: number;
  /** Hexadecimal digits from the third character on, as PostgreSQL writes bytes in JSON. */
  readonly tiles: string;
}

/** Packed tiles become points that a person can read. */
function exportedRow(table: string, row: string): string {
  if (table !== 'walked_minute') return row;
  const { at, tiles, ...rest }: PackedRow = JSON.parse(row);
  const walked = unpackTiles(at / minuteMs, Buffer.from(tiles.slice(2), 'hex'));
  const points = walked.map(({ at: time, ...place }) => ({ at: isoTime(time), ...place }));
  return JSON.stringify({ at, ...rest, tiles: points });
}
