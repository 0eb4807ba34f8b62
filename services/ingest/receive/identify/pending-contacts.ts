import { type Directory, identityKey } from '../../../../projections/access/directory/directory.ts';
import { boundedCache } from '../../../../shared/collections/bounded-cache.ts';
import type { Identity } from '../../../../shared/domain/account-id.ts';
import { dayMs } from '../../../../shared/domain/durations.ts';

/** A first contact that is counted, and of which it is not known yet whether an account comes of it. */
export interface OpenContact {
  /** The UTC day on which it is counted. */
  readonly day: string;
  /** Of the directory that shows what came of it; null while it is not known whether the log has it. */
  epoch: number | null;
}

/** Remembers open contacts for a day. One that is forgotten is counted again, so that the limits hold all the same. */
export interface OpenContacts {
  get(contact: Contact): OpenContact | undefined;
  has(contact: Contact): boolean;
  open(contact: Contact, counted: OpenContact): void;
  close(contact: Contact): void;
  /** How many accounts the member may get that the directory does not show yet. */
  countOf(memberId: string, directory: Directory): number;
}

type Contact = Identity & { readonly memberId: string };

const contactsMax = 10_000;

export function createOpenContacts(): OpenContacts {
  const contacts = boundedCache<OpenContact>(contactsMax, { ttl: dayMs });
  return {
    get: (contact) => contacts.get(keyOf(contact)),
    has: (contact) => contacts.has(keyOf(contact)),
    open: (contact, counted) => contacts.set(keyOf(contact), counted),
    close: (contact) => contacts.delete(keyOf(contact)),
    countOf: (memberId, { identities }) => {
      const begin = `${memberId} `;
      let count = 0;
      for (const key of contacts.keys()) {
        if (!key.startsWith(begin)) continue;
        const link = identities.get(key.slice(begin.length));
        if (link?.memberIds.has(memberId) !== true) count += 1;
      }
      return count;
    },
  };
}

function keyOf({ memberId, source, externalId }: Contact): string {
  return `${memberId} ${identityKey(source, externalId)}`;
}
