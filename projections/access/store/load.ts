import type { GenerationTx } from '../../../shared/projection/projection.ts';
import type { AccessEvent } from '../fold/evolve.ts';
import { type Table, tableOf } from '../fold/table.ts';
import type { AccessTables, AccountRow, IdentityRow } from '../fold/tables.ts';
import { accountTable, identityTable } from './accounts.ts';
import { decommissionTable } from './decommission.ts';
import { deviceTable, pairingCodeTable } from './devices.ts';
import { erasedTable } from './erased.ts';
import { keyTable } from './keys.ts';
import { memberTable } from './members.ts';
import { parkedDecisionTable } from './parked-decisions.ts';
import { type References, referencesOf } from './references.ts';
import { type StoredTable, selectRows } from './stored-table.ts';
import { verdictTable } from './verdicts.ts';

/** The stored rows that the fold of these events can ask for, one statement per table, none where nothing is asked. */
export async function loadTables(tx: GenerationTx, events: readonly AccessEvent[]): Promise<AccessTables> {
  const references = referencesOf(events);
  const pairingCodes = await loadPairingCodes(tx, references);
  for (const code of pairingCodes.values()) references.memberIds.add(code.memberId);
  const identities = await loadIdentities(tx, references);
  for (const identity of identities.values()) references.accountIds.add(identity.accountId);
  const accounts = await loadAccounts(tx, references);
  return {
    pairingCodes,
    identities,
    members: await load(tx, memberTable, 'member_id = any($1) or (active and name_key = any($2))', [
      references.memberIds,
      references.memberNames,
    ]),
    devices: await load(tx, deviceTable, 'device_id = any($1) or member_id = any($2)', [
      references.deviceIds,
      references.erasedMemberIds,
    ]),
    accounts,
    namesakes: namesakesOf(accounts),
    keys: await load(
      tx,
      keyTable,
      `key_id = any($1) or prefix = any($2) or member_id = any($3) or member_id = any($4)
         or member_id in (select member_id from ${tx.schema}.api_key where key_id = any($1))`,
      [references.keyIds, references.keyPrefixes, references.keyMemberIds, references.erasedMemberIds],
    ),
    decommission: references.isDecommission
      ? tableOf(await selectRows(tx, decommissionTable, 'true', []))
      : tableOf(),
    verdicts: await load(tx, verdictTable, 'record_id = any($1) or subject = any($2) or subject = any($3)', [
      references.recordIds,
      references.erasedAccountIds,
      references.erasedMemberIds,
    ]),
    erased: await load(tx, erasedTable, 'subject = any($1) or subject = any($2) or subject = any($3)', [
      references.subjects,
      references.erasedAccountIds,
      references.erasedMemberIds,
    ]),
    parkedDecisions: await load(tx, parkedDecisionTable, 'record_id = any($1)', [references.parkedRecordIds]),
  };
}

async function loadPairingCodes(
  tx: GenerationTx,
  references: References,
): Promise<AccessTables['pairingCodes']> {
  const { codeHashes, codeMemberIds, erasedMemberIds, earliest } = references;
  if (codeHashes.size + codeMemberIds.size + erasedMemberIds.size === 0) return tableOf();
  const rows = await selectRows(
    tx,
    pairingCodeTable,
    `code_hash = any($1) or member_id = any($4)
       or (member_id = any($2) and device_id is null and expires_at > $3)`,
    [[...codeHashes], [...codeMemberIds], earliest, [...erasedMemberIds]],
  );
  return tableOf(rows);
}

async function loadIdentities(tx: GenerationTx, references: References): Promise<Table<IdentityRow>> {
  const { identities, erasedAccountIds, blockedAccountIds, erasedMemberIds } = references;
  const accountIds = [...erasedAccountIds, ...blockedAccountIds];
  if (identities.length + accountIds.length + erasedMemberIds.size === 0) return tableOf();
  const rows = await selectRows(
    tx,
    identityTable,
    `(source, external_id) in (select * from unnest($1::text[], $2::text[]))
       or account_id = any($3) or member_ids && $4`,
    [
      identities.map(([source]) => source),
      identities.map(([, externalId]) => externalId),
      accountIds,
      [...erasedMemberIds],
    ],
  );
  return tableOf(rows);
}

function loadAccounts(tx: GenerationTx, references: References): Promise<Table<AccountRow>> {
  const { accountIds, accountNames, leaverIds, erasedMemberIds } = references;
  return load(
    tx,
    accountTable,
    `account_id = any($1) or name_key = any($2) or owner_id = any($3) or contributor_ids && $3
       or blocked_ids && $4
       or exists (select from jsonb_each(sharing) as shared where shared.value -> 'with' ?| $4)`,
    [accountIds, accountNames, leaverIds, erasedMemberIds],
  );
}

function namesakesOf(accounts: Table<AccountRow>): Table<readonly string[]> {
  const named = [...accounts.values()].filter(({ nameKey }) => nameKey !== null);
  return tableOf(
    Map.groupBy(named, ({ nameKey }) => nameKey ?? '')
      .entries()
      .map(([name, rows]) => [name, rows.map(({ id }) => id)]),
  );
}

async function load<Row, Stored extends object>(
  tx: GenerationTx,
  table: StoredTable<Row, Stored>,
  where: string,
  wanted: readonly ReadonlySet<string>[],
): Promise<Table<Row>> {
  if (wanted.every((values) => values.size === 0)) return tableOf();
  return tableOf(
    await selectRows(
      tx,
      table,
      where,
      wanted.map((values) => [...values]),
    ),
  );
}
