import { freshAccountId } from '../../../../projections/access/commands/account-ids.ts';
import { appendAndWait } from '../../../../projections/access/commands/append-and-wait.ts';
import { identitySighting } from '../../../../projections/access/commands/identity-sighting.ts';
import {
  type Device,
  type Directory,
  type IdentityLink,
  identityKey,
} from '../../../../projections/access/directory/directory.ts';
import type { Identity } from '../../../../shared/domain/account-id.ts';
import { nameKey } from '../../../../shared/domain/text.ts';
import type { OngoingWork } from '../../http/background-work.ts';
import { type Deadline, requestDeadlineMs } from '../../http/deadline.ts';
import type { IngestDeps } from '../../ingest-deps.ts';
import type { NamedPlayer } from '../../plugin.ts';
import { createFirstContacts } from './first-contacts.ts';
import { createOpenContacts, type OpenContact } from './pending-contacts.ts';

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
  const open = createOpenContacts();
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

  /**
   * Counts each identity once, however often it is reported. What fails stays counted until it is known what came of it:
   * the fold may link later what it did not show in time.
   */
  async function allowedContact(identity: ReportedIdentity, plugin: string): Promise<ResolvedAccount> {
    const earlier = open.get(identity);
    const counted = earlier ?? (await countedContact(identity));
    if (counted === null) return 'too many';
    const resolved =
      earlier === undefined
        ? await firstContact(deps, { identity, plugin, counted })
        : await laterContact(deps, { identity, plugin, counted });
    open.close(identity);
    // Else a plugin that sends its report again until it is taken would use up the member's day.
    if (resolved === null || resolved === 'blocked') {
      await firstContacts.giveBack(identity.memberId, counted.day);
    }
    return resolved;
  }

  async function countedContact(identity: ReportedIdentity): Promise<OpenContact | null> {
    const { memberId } = identity;
    const known = directory.currentOrStale();
    const day = await firstContacts.take(known, memberId, open.countOf(memberId, known));
    if (day === null) return null;
    const counted = { day, epoch: null };
    open.open(identity, counted);
    return counted;
  }

  return async (identity, plugin, deadline) => {
    const decided = decisionIn(directory.currentOrStale(), identity);
    // One that is open is closed by the same steps, whether the directory shows it by now or not.
    if (decided !== null && !open.has(identity)) return decided;
    return deadline.within(contact(identity, plugin));
  };
}

interface CountedContact {
  readonly identity: ReportedIdentity;
  readonly plugin: string;
  readonly counted: OpenContact;
}

async function firstContact(
  deps: IngestDeps,
  { identity, plugin, counted }: CountedContact,
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
  const { directory: decided } = await appendAndWait(deps, [seen], {
    withinMs: requestDeadlineMs,
    onStored: (epoch) => {
      counted.epoch = epoch;
    },
  });
  return resolvedIn(decided, identity);
}

/**
 * Waits for what an earlier report of the identity led to. It is stated again only where the log turns out not to have it;
 * a statement that is still on its way to the log then comes a second time, of which no second account comes.
 */
async function laterContact(deps: IngestDeps, contact: CountedContact): Promise<ResolvedAccount> {
  const { directory, journal } = deps;
  const { identity, counted } = contact;
  const decided = decisionIn(directory.currentOrStale(), identity);
  if (decided !== null) return decided;
  if (counted.epoch !== null) {
    return resolvedIn(await directory.atLeast(counted.epoch, requestDeadlineMs), identity);
  }
  const [membership] = await journal.log.ends(['hub.membership']);
  const shown = await directory.atLeast(membership?.end ?? 0, requestDeadlineMs);
  return decisionIn(shown, identity) ?? firstContact(deps, contact);
}

/** What is decided on the member's reports of the identity; null when nothing is. */
function decisionIn(directory: Directory, identity: ReportedIdentity): 'blocked' | IdentityLink | null {
  const resolved = resolvedIn(directory, identity);
  if (resolved === null || resolved === 'blocked') return resolved;
  return resolved.memberIds.has(identity.memberId) ? resolved : null;
}

function resolvedIn(directory: Directory, identity: ReportedIdentity): 'blocked' | IdentityLink | null {
  const link = directory.identities.get(keyOf(identity));
  return isBlocked(directory, link, identity) ? 'blocked' : (link ?? null);
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
