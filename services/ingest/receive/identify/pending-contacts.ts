import type { Directory } from '../../../../projections/access/directory/directory.ts';
import { identityKey } from '../../../../projections/access/model/entities.ts';
import { boundedCache } from '../../../../shared/collections/bounded-cache.ts';
import type { Identity } from '../../../../shared/domain/account-id.ts';
import { dayMs } from '../../../../shared/domain/durations.ts';

/** Counted, but the decision of the fold is not known yet. */
export interface PendingContact {
  /** UTC. */
  readonly day: string;
  /**
   * The version of the directory that shows the decision; null while it is unknown whether the log
   * has the contact.
   */
  directoryVersion: number | null;
}

/**
 * The oldest contacts are dropped when there are too many. A dropped contact may count twice for
 * the day.
 */
export interface PendingContacts {
  get(contact: Contact): PendingContact | undefined;
  add(contact: Contact, pending: PendingContact): void;
  remove(contact: Contact): void;
  /** Pending contacts that the directory does not link to the member yet. */
  countOf(memberId: string, directory: Directory): number;
}

type Contact = Identity & { readonly memberId: string };

const contactsMax = 10_000;

export function createPendingContacts(): PendingContacts {
  const contacts = boundedCache<PendingContact>(contactsMax, { ttl: dayMs });
  return {
    get: (contact) => contacts.get(keyOf(contact)),
    add: (contact, pending) => contacts.set(keyOf(contact), pending),
    remove: (contact) => contacts.delete(keyOf(contact)),
    countOf: (memberId, { identities }) => {
      const prefix = `${memberId} `;
      let count = 0;
      for (const key of contacts.keys()) {
        if (!key.startsWith(prefix)) continue;
        const link = identities.get(key.slice(prefix.length));
        if (link?.memberIds.has(memberId) !== true) count += 1;
      }
      return count;
    },
  };
}

function keyOf({ memberId, source, externalId }: Contact): string {
  return `${memberId} ${identityKey(source, externalId)}`;
}
