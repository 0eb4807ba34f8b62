import { freshAccountId } from '../../../projections/access/commands/account-ids.ts';
import { appendAndWait } from '../../../projections/access/commands/append-and-wait.ts';
import { identitySighting } from '../../../projections/access/commands/identity-sighting.ts';
import {
  type Device,
  type Directory,
  type IdentityLink,
  identityKey,
} from '../../../projections/access/directory/directory.ts';
import type { Identity } from '../../../shared/domain/account-id.ts';
import { nameKey } from '../../../shared/domain/text.ts';
import { type Deadline, requestDeadlineMs } from '../http/deadline.ts';
import type { OngoingWork } from '../http/ongoing-work.ts';
import type { IngestDeps } from '../ingest-deps.ts';
import type { NamedPlayer } from '../plugin.ts';
import { createFirstContacts } from './first-contacts.ts';

/**
 * A player as a member's device reports them: identified by the plugin's hash of the account, else by the name, which then
 * counts for this member only.
 */
export interface ReportedIdentity extends Identity {
  readonly memberId: string;
  readonly deviceId: string;
  readonly name: string | null;
}

/** The account's link, or why there is none. */
export type ResolvedAccount = Pick<IdentityLink, 'accountId'> | 'blocked' | 'too many' | null;

/** Null for a report that names nobody. */
export function identityOf(
  { identity, name }: NamedPlayer,
  { id: deviceId, memberId }: Device,
): ReportedIdentity | null {
  if (identity !== null) return { ...identity, memberId, deviceId, name };
  if (name === null) return null;
  return { source: 'name', externalId: `${memberId}/${nameKey(name)}`, memberId, deviceId, name };
}

/**
 * The account of an identity. The `access` fold decides every link: at first contact, also of one more member with
 * it, ingest states what it saw and waits for the decision; requests that meet in this share one statement.
 * @returns `too many` when the member has brought as many accounts as one may; `blocked` when the owner keeps the member
 * from reporting it; null when the fold linked nothing, as when the member left meanwhile
 * @throws DirectoryUnavailable, LogUnavailable or DeadlineExceeded when it cannot be decided in time
 */
export function createAccountResolver(
  deps: IngestDeps,
  ongoing: OngoingWork,
): (identity: ReportedIdentity, plugin: string, deadline: Deadline) => Promise<ResolvedAccount> {
  const { directory } = deps;
  const firstContacts = createFirstContacts(deps);
  const contacts = new Map<string, Promise<ResolvedAccount>>();

  function contact(identity: ReportedIdentity, plugin: string): Promise<ResolvedAccount> {
    const key = `${identity.memberId} ${keyOf(identity)}`;
    const known = contacts.get(key);
    if (known !== undefined) return known;
    const decided = allowedContact(identity, plugin).finally(() => contacts.delete(key));
    const started = ongoing.track(decided);
    contacts.set(key, started);
    return started;
  }

  async function allowedContact(identity: ReportedIdentity, plugin: string): Promise<ResolvedAccount> {
    const { memberId } = identity;
    if (!(await firstContacts.take(directory.currentOrStale(), memberId))) return 'too many';
    let isLinked = false;
    try {
      const resolved = await firstContact(deps, identity, plugin);
      isLinked = resolved !== null && typeof resolved === 'object';
      return resolved;
    } finally {
      // Else a plugin that sends its report again until it is taken would use up the member's day.
      if (!isLinked) await firstContacts.giveBack(memberId);
    }
  }

  return async (identity, plugin, deadline) => {
    const known = directory.currentOrStale();
    const link = known.identities.get(keyOf(identity));
    if (isBlocked(known, link, identity)) return 'blocked';
    if (link?.memberIds.has(identity.memberId)) return link;
    return deadline.within(contact(identity, plugin));
  };
}

async function firstContact(
  deps: IngestDeps,
  identity: ReportedIdentity,
  plugin: string,
): Promise<ResolvedAccount> {
  const { directory, hubSecret, defaultSharing } = deps;
  const known = directory.currentOrStale();
  const seen = identitySighting(known, {
    identity,
    accountId: freshAccountId(hubSecret, known, identity),
    memberId: identity.memberId,
    name: identity.name,
    defaultSharing,
    plugin,
    actor: `device:${identity.deviceId}`,
  });
  const { directory: decided } = await appendAndWait(deps, [seen], { withinMs: requestDeadlineMs });
  const link = decided.identities.get(keyOf(identity));
  return isBlocked(decided, link, identity) ? 'blocked' : (link ?? null);
}

function isBlocked(
  { accounts }: Directory,
  link: IdentityLink | undefined,
  { memberId }: ReportedIdentity,
): boolean {
  return link !== undefined && accounts.get(link.accountId)?.blockedIds.includes(memberId) === true;
}

function keyOf({ source, externalId }: Identity): string {
  return identityKey(source, externalId);
}
