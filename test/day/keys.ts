import { executeCommands } from '../../projections/access/commands/execute-command.ts';
import { createApiKey } from '../../projections/access/commands/keys/create-api-key.ts';
import { newApiKey } from '../../projections/access/commands/keys/new-api-key.ts';
import type { HubCore } from '../../services/standalone/open-core.ts';
import type { Category } from '../../shared/domain/category.ts';

export interface Rights {
  readonly kind: 'service' | 'user';
  /** The owner of the key, by the name of member and player. */
  readonly creator: string | null;
  readonly categories: readonly Category[];
  /** Account ids; null for all. */
  readonly scope: readonly string[] | null;
}

/** A key as clients send it, and as `/me` describes it. */
export interface DayKey {
  readonly key: string;
  readonly described: Readonly<Record<string, unknown>>;
}

const ratePerMinute = 600;

export async function makeKeys(hub: HubCore, rights: Rights, count: number): Promise<DayKey[]> {
  const directory = hub.directory.current();
  const member = [...directory.members.values()].find(({ name }) => name === rights.creator);
  const made = Array.from({ length: count }, newApiKey);
  const events = made.map((key) =>
    createApiKey(directory, {
      key,
      memberId: member?.id ?? null,
      name: `a ${rights.kind}`,
      categories: rights.categories,
      accountIds: rights.scope,
      rateLimitPerMinute: ratePerMinute,
      expiresAt: null,
      actor: 'cli',
    }),
  );
  await executeCommands(hub, events);
  return made.map(({ id, prefix, key }) => ({
    key,
    described: {
      id,
      kind: rights.kind,
      name: `a ${rights.kind}`,
      prefix,
      categories: rights.categories,
      account_scope: rights.scope === null ? 'all_visible' : 'list',
      rate_limit_per_minute: ratePerMinute,
      expires_at: null,
    },
  }));
}
