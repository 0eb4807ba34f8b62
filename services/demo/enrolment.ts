import { randomUUID } from 'node:crypto';
import { newPairingCode, pairingCodeHash } from '../../projections/access/commands/pairing-code.ts';
import { readVerdict } from '../../projections/access/commands/verdict.ts';
import type { DirectoryKeeper } from '../../projections/access/directory/directory.ts';
import { categories } from '../../shared/domain/category.ts';
import { type NewEvent, newEvent } from '../../shared/events/event.ts';
import { keyCreated } from '../../shared/events/key-created.ts';
import { memberAdded } from '../../shared/events/member-added.ts';
import { pairingCodeMade } from '../../shared/events/pairing-code-made.ts';
import type { Journal } from '../../shared/log/journal.ts';
import type { Database } from '../../shared/postgres/database.ts';

/** What membership takes of a running hub in this process. */
export interface Membership {
  readonly journal: Journal;
  readonly directory: DirectoryKeeper;
  readonly database: Database;
  readonly hubSecret: Buffer;
}

const waitMs = 10_000;
const codeTries = 5;
const rateDefault = 600;
/** Members of one append. */
const batch = 500;

/** Makes members of those who are none yet. @returns member ids by name */
export async function enrolMembers(
  hub: Membership,
  names: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const active = [...hub.directory.current().members.values()].filter((member) => member.active);
  const ids = new Map(active.map((member) => [member.name, member.id]));
  const missing = names.filter((name) => !ids.has(name));
  for (let from = 0; from < missing.length; from += batch) {
    const events = missing.slice(from, from + batch).map((name) => {
      const id = randomUUID();
      ids.set(name, id);
      return newEvent(
        memberAdded,
        { subject: id, source: 'cli' },
        { member_id: id, name, chat_id: null, time_zone: 'UTC' },
      );
    });
    await appendAndWait(hub, events);
  }
  return ids;
}

/** A pairing code for a member, null when none was granted: at most 3 of one member are open at a time. */
export async function makePairingCode(hub: Membership, memberId: string): Promise<string | null> {
  for (let tries = 0; tries < codeTries; tries += 1) {
    const code = newPairingCode();
    const event = newEvent(
      pairingCodeMade,
      { subject: memberId, source: 'cli' },
      { member_id: memberId, code_hash: pairingCodeHash(hub.hubSecret, code) },
    );
    await appendAndWait(hub, [event]);
    const verdict = await readVerdict(hub.database, event.recordId);
    if (verdict?.refusal === null) return code;
    // With hundreds of players pairing at once two draw the same five digits now and then.
    if (verdict?.refusal !== 'code_taken') return null;
  }
  return null;
}

/** What the log holds of a key. */
export interface StoredKey {
  readonly prefix: string;
  /** SHA-256 of the secret, base64. */
  readonly secretHash: string;
}

/** Makes service keys that read all that the guild shares. */
export async function makeServiceKeys(
  hub: Membership,
  keys: readonly StoredKey[],
  ratePerMinute = rateDefault,
): Promise<void> {
  for (let from = 0; from < keys.length; from += batch) {
    await appendAndWait(
      hub,
      keys.slice(from, from + batch).map((key) => keyCreation(key, ratePerMinute)),
    );
  }
}

function keyCreation({ prefix, secretHash }: StoredKey, ratePerMinute: number): NewEvent {
  return newEvent(
    keyCreated,
    { subject: 'hub', source: 'cli' },
    {
      key_id: randomUUID(),
      prefix,
      secret_hash: secretHash,
      kind: 'service',
      name: 'demo',
      member_id: null,
      categories: [...categories],
      accounts: null,
      rate_limit_per_minute: ratePerMinute,
      expires_at: null,
    },
  );
}

/** Appends and waits until the directory of this process shows it. */
export async function appendAndWait(hub: Membership, events: readonly NewEvent[]): Promise<void> {
  const positions = await hub.journal.append(events, { deadlineMs: waitMs });
  const last = Math.max(...positions.map((position) => position.offset));
  await hub.directory.atLeast(last + 1, waitMs);
}
