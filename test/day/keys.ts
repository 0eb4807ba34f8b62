import { randomUUID } from 'node:crypto';
import { newKey } from '../../projections/access/commands/new-key.ts';
import { appendAndWait } from '../../services/demo/enrolment.ts';
import type { HubCore } from '../../services/standalone/open-core.ts';
import type { Category } from '../../shared/domain/category.ts';
import { newEvent } from '../../shared/events/event.ts';
import { keyCreated } from '../../shared/events/key-created.ts';

/** What a key may read. */
export interface Rights {
  readonly kind: 'service' | 'user';
  /** Whose key it is, by the name of member and player. */
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
  const members = [...hub.directory.current().members.values()];
  const member = members.find(({ name }) => name === rights.creator) ?? null;
  const made = Array.from({ length: count }, () => ({ id: randomUUID(), ...newKey() }));
  const events = made.map(({ id, prefix, secretHash }) =>
    newEvent(
      keyCreated,
      { subject: member?.id ?? 'hub', source: 'cli' },
      {
        key_id: id,
        prefix,
        secret_hash: secretHash,
        kind: rights.kind,
        name: `a ${rights.kind}`,
        member_id: member?.id ?? null,
        categories: [...rights.categories],
        accounts: rights.scope && [...rights.scope],
        rate_limit_per_minute: ratePerMinute,
        expires_at: null,
      },
    ),
  );
  await appendAndWait(hub, events);
  return made.map(({ id, prefix, key }) => ({
    key,
    described: {
      id,
      kind: rights.kind,
      name: `a ${rights.kind}`,
      prefix,
      categories: rights.categories,
      account_scope: rights.scope === null ? 'all_visible' : 'selected',
      rate_limit_per_minute: ratePerMinute,
      expires_at: null,
    },
  }));
}
