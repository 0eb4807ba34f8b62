import { currentAccountId } from '../../../../projections/access/commands/accounts/ids-of-identities.ts';
import { reportIdentity } from '../../../../projections/access/commands/accounts/report-identity.ts';
import { appendAndWait } from '../../../../projections/access/commands/append-and-wait.ts';
import type { Directory } from '../../../../projections/access/directory/directory.ts';
import { type IdentityLink, identityKey } from '../../../../projections/access/model/entities.ts';
import type { Identity } from '../../../../shared/domain/account-id.ts';
import type { BackgroundWork } from '../../http/background-work.ts';
import { type Deadline, requestDeadlineMs } from '../../http/deadline.ts';
import type { IngestDeps } from '../../ingest-deps.ts';
import { createFirstContacts } from './first-contact-limit.ts';
import { createPendingContacts, type PendingContact } from './pending-contacts.ts';
import { currentIdentity, type ReportedIdentity } from './reported-identity.ts';

export type ResolvedAccount = Pick<IdentityLink, 'accountId'> | 'blocked' | 'too many' | null;

/**
 * The `access` fold decides every link: at a first contact, ingest appends the contact and waits
 * for the decision. Simultaneous requests share one contact.
 * @returns `too many`: over a limit of accounts. `blocked`: the member is not allowed to report the
 * account. Null: the fold linked nothing, for example because the member left
 * @throws DirectoryUnavailable, LogUnavailable, DeadlineExceeded, or an error of the database
 */
export function createAccountResolver(
  deps: IngestDeps,
  backgroundWork: BackgroundWork,
): (identity: ReportedIdentity, plugin: string, deadline: Deadline) => Promise<ResolvedAccount> {
  const { directory } = deps;
  const firstContacts = createFirstContacts(deps);
  const pending = createPendingContacts();
  const running = new Map<string, Promise<ResolvedAccount>>();

  function shareContact(identity: ReportedIdentity, plugin: string): Promise<ResolvedAccount> {
    const key = `${identity.memberId} ${keyOf(identity)}`;
    const shared = running.get(key);
    if (shared !== undefined) return shared;
    const resolving = countAndResolve(identity, plugin).finally(() => running.delete(key));
    const started = backgroundWork.track(resolving);
    running.set(key, started);
    return started;
  }

  /**
   * Counts each identity once. If the append or the wait fails, the contact stays counted until the
   * decision is known, because the fold may still link the account.
   */
  async function countAndResolve(identity: ReportedIdentity, plugin: string): Promise<ResolvedAccount> {
    const earlier = pending.get(identity);
    const counted = earlier ?? (await countContact(identity));
    if (counted === null) return 'too many';
    const resolved =
      earlier === undefined
        ? await appendContact(deps, { identity, plugin, counted })
        : await resumeContact(deps, { identity, plugin, counted });
    pending.remove(identity);
    // A plugin that repeats a refused report must not use up the member's new accounts of the day.
    if (resolved === null || resolved === 'blocked') {
      await firstContacts.giveBack(identity.memberId, counted.day);
    }
    return resolved;
  }

  async function countContact(identity: ReportedIdentity): Promise<PendingContact | null> {
    const { memberId } = identity;
    const known = directory.currentOrStale();
    const day = await firstContacts.take(known, memberId, pending.countOf(memberId, known));
    if (day === null) return null;
    const counted = { day, directoryVersion: null };
    pending.add(identity, counted);
    return counted;
  }

  return async (reported, plugin, deadline) => {
    const identity = currentIdentity(directory.currentOrStale(), reported);
    const decision = findDecision(directory.currentOrStale(), identity);
    // A pending contact goes to `shareContact` even if it is decided, because that call removes it.
    if (decision !== null && pending.get(identity) === undefined) return decision;
    return deadline.within(shareContact(identity, plugin));
  };
}

interface CountedContact {
  readonly identity: ReportedIdentity;
  readonly plugin: string;
  readonly counted: PendingContact;
}

async function appendContact(
  deps: IngestDeps,
  { identity, plugin, counted }: CountedContact,
): Promise<ResolvedAccount> {
  const { directory, hubSecret, defaultSharing } = deps;
  const known = directory.currentOrStale();
  const sighting = reportIdentity(known, {
    identity,
    accountId: currentAccountId(hubSecret, known, identity),
    memberId: identity.memberId,
    name: identity.name,
    defaultSharing,
    plugin,
    actor: `device:${identity.deviceId}`,
  });
  const { directory: decided } = await appendAndWait(deps, [sighting], {
    withinMs: requestDeadlineMs,
    onStored: (directoryVersion) => {
      counted.directoryVersion = directoryVersion;
    },
  });
  return findLink(decided, identity);
}

/**
 * A contact that the log does not have is appended again. If the earlier append arrives too, the
 * fold still creates one account.
 */
async function resumeContact(deps: IngestDeps, contact: CountedContact): Promise<ResolvedAccount> {
  const { directory, journal } = deps;
  const { identity, counted } = contact;
  const decision = findDecision(directory.currentOrStale(), identity);
  if (decision !== null) return decision;
  if (counted.directoryVersion !== null) {
    return findLink(await directory.atLeast(counted.directoryVersion, requestDeadlineMs), identity);
  }
  const [membership] = await journal.log.ends(['hub.membership']);
  const shown = await directory.atLeast(membership?.end ?? 0, requestDeadlineMs);
  return findDecision(shown, identity) ?? appendContact(deps, contact);
}

/**
 * `blocked` if the account blocks the member. Otherwise null until the directory links the identity
 * to the member.
 */
function findDecision(directory: Directory, identity: ReportedIdentity): 'blocked' | IdentityLink | null {
  const link = findLink(directory, identity);
  if (link === null || link === 'blocked') return link;
  return link.memberIds.has(identity.memberId) ? link : null;
}

function findLink(directory: Directory, identity: ReportedIdentity): 'blocked' | IdentityLink | null {
  const link = directory.identities.get(keyOf(identity));
  if (link === undefined) return null;
  const isBlocked = directory.accounts.get(link.accountId)?.blockedIds.includes(identity.memberId) === true;
  return isBlocked ? 'blocked' : link;
}

function keyOf({ source, externalId }: Identity): string {
  return identityKey(source, externalId);
}
