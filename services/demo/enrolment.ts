import { randomUUID } from 'node:crypto';
import type { StoredKey } from '../../projections/access/commands/api-key.ts';
import { type CommandHub, carryOutAll } from '../../projections/access/commands/carry-out.ts';
import { CommandRefused } from '../../projections/access/commands/command-refused.ts';
import { keyCreation } from '../../projections/access/commands/key-creation.ts';
import { memberAddition } from '../../projections/access/commands/member-addition.ts';
import { givePairingCode } from '../../projections/access/commands/pairing-code.ts';
import { categories } from '../../shared/domain/category.ts';
import { nameKey } from '../../shared/domain/text.ts';

/** A hub in which the members of a simulated guild are enrolled. */
export interface EnrolmentHub extends CommandHub {
  readonly hubSecret: Buffer;
}

/** Long enough to enrol a whole guild at once on a slow machine. */
const withinMs = 20_000;

/** Adds the names that are not members yet. @returns member ids by name */
export async function enrolMembers(
  hub: EnrolmentHub,
  names: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const directory = hub.directory.current();
  const active = [...directory.members.values()].filter((member) => member.active);
  const known = new Map(active.map((member) => [nameKey(member.name), member.id]));
  const added = names
    .filter((name) => !known.has(nameKey(name)))
    .map((name) =>
      memberAddition(directory, {
        memberId: randomUUID(),
        name,
        chatId: null,
        timeZone: 'UTC',
        actor: 'hub',
      }),
    );
  await carryOutAll(hub, added, { withinMs });
  for (const { data } of added) known.set(nameKey(data.name), data.member_id);
  return new Map(names.map((name) => [name, known.get(nameKey(name)) ?? '']));
}

/** A pairing code for a member, or null when it was refused, since a member may have at most 3 open codes. */
export async function createPairingCode(hub: EnrolmentHub, memberId: string): Promise<string | null> {
  try {
    return (await givePairingCode(hub, memberId, 'hub')).code;
  } catch (error) {
    if (error instanceof CommandRefused) return null;
    throw error;
  }
}

/** Creates service keys that may read everything that the guild shares. */
export async function createServiceKeys(
  hub: EnrolmentHub,
  keys: readonly StoredKey[],
  rateLimitPerMinute?: number,
): Promise<void> {
  const directory = hub.directory.current();
  const created = keys.map((key) =>
    keyCreation(directory, {
      key,
      memberId: null,
      name: 'demo',
      categories,
      accountIds: null,
      rateLimitPerMinute,
      expiresAt: null,
      actor: 'hub',
    }),
  );
  await carryOutAll(hub, created, { withinMs });
}
