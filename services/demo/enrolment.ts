import { randomUUID } from 'node:crypto';
import { CommandRefused } from '../../projections/access/commands/command-event.ts';
import { openFreePairingCode } from '../../projections/access/commands/devices/open-pairing-code.ts';
import { type CommandHub, executeCommands } from '../../projections/access/commands/execute-command.ts';
import { createApiKey } from '../../projections/access/commands/keys/create-api-key.ts';
import type { StoredApiKey } from '../../projections/access/commands/keys/new-api-key.ts';
import { addMember } from '../../projections/access/commands/members/add-member.ts';
import { setAdmin } from '../../projections/access/commands/members/set-admin.ts';
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
      addMember(directory, { memberId: randomUUID(), name, chatId: null, timeZone: 'UTC', actor: 'hub' }),
    );
  await executeCommands(hub, added, { withinMs });
  for (const { data } of added) known.set(nameKey(data.name), data.member_id);
  return new Map(names.map((name) => [name, known.get(nameKey(name)) ?? '']));
}

export async function appointAdmin(hub: EnrolmentHub, memberId: string): Promise<void> {
  const directory = hub.directory.current();
  if (directory.admins.has(memberId)) return;
  await executeCommands(hub, [setAdmin(directory, { memberId, admin: true, actor: 'hub' })], { withinMs });
}

/**
 * A pairing code for a member; null when refused, because a member may have at most 3 open codes.
 */
export async function createPairingCode(hub: EnrolmentHub, memberId: string): Promise<string | null> {
  try {
    return (await openFreePairingCode(hub, memberId, 'hub')).code;
  } catch (error) {
    if (error instanceof CommandRefused) return null;
    throw error;
  }
}

/** Creates a service key that may read everything that the guild shares. */
export async function createServiceKey(hub: EnrolmentHub, key: StoredApiKey): Promise<void> {
  const created = createApiKey(hub.directory.current(), {
    key,
    memberId: null,
    name: 'demo',
    categories,
    accountIds: null,
    expiresAt: null,
    actor: 'hub',
  });
  await executeCommands(hub, [created], { withinMs });
}
