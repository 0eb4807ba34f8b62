import { messageOf } from '../../../../shared/errors/errors.ts';
import type { Database } from '../../../../shared/postgres/database.ts';
import { hasTable } from '../../../../shared/postgres/schema/has-table.ts';
import type { ExaminedHub } from '../examined-hub.ts';
import { defineCheck, type FactsOf, type Finding, findingOf } from '../finding.ts';

/** Requests and reports do not fail with these notes, so nobody notices a failure. */
export const notesCheck = defineCheck('notes', readNotes, judgeNotes);

const trials = [
  {
    of: 'contacts of devices',
    table: 'hub.plugin_seen',
    text: `insert into hub.plugin_seen (device, plugin, client, from_here, forwarded, at)
           values ('doctor', 'doctor', 'doctor', true, 0, 0)`,
  },
  {
    of: 'messages of devices',
    table: 'hub.device_message',
    text: `insert into hub.device_message (device, kind, messages, at) values ('doctor', 'doctor', 1, 0)`,
  },
  {
    of: 'deletion of old contacts',
    table: 'hub.plugin_seen',
    text: 'select hub.delete_old_contacts(0)',
  },
  {
    of: 'last uses of keys',
    table: 'hub.key_use',
    text: 'select hub.note_key_uses(array[gen_random_uuid()], array[0]::bigint[], 0)',
  },
] as const;

async function readNotes(hub: ExaminedHub) {
  const database = hub.database();
  const failed: { readonly of: string; readonly reason: string }[] = [];
  for (const { of, table, text } of trials) {
    if (!(await hasTable(database, table))) continue;
    const error = await tryAndRollBack(database, text);
    if (error !== null) failed.push({ of, reason: messageOf(error) });
  }
  return { failed };
}

/** Null for a statement that works. */
async function tryAndRollBack(database: Database, text: string): Promise<unknown> {
  const rolledBack = new Error('rolled back');
  const error: unknown = await database
    .transaction(async (tx) => {
      await tx.run({ text });
      throw rolledBack;
    })
    .catch((thrown: unknown) => thrown);
  const isOurs = error === rolledBack;
  // The check `rights` compares the rights of roles.
  return isOurs || (error as { readonly code?: string }).code === '42501' ? null : error;
}

export function judgeNotes({ failed }: FactsOf<typeof readNotes>): Finding {
  const faults = failed.map(({ of, reason }) => ({
    what: `the ${of} cannot be written (${reason})`,
    why: 'lists of devices and keys show old times, or old data is kept too long',
    fix: 'repair the table that the reason names: REINDEX TABLE; else restore a backup',
  }));
  return findingOf(faults, 'notes about devices and keys can be written');
}
