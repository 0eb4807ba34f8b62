import { z } from 'zod';
import type { Directory } from '../../../projections/access/directory/directory.ts';
import { knownActions } from '../../../projections/audit-log/queries/known-actions.ts';
import { projections } from '../../../projections/registry.ts';
import { nameKey } from '../../../shared/domain/text.ts';
import { OperatorError } from '../../../shared/errors/errors.ts';

// Somebody who looks into the audit log takes "nothing" for an answer. So what is not known is refused.

export const memberPrefix = 'member:';

/**
 * The actors that a text means: `cli`, `cli:NAME`, `hub`, `device:ID`, or members of a name, with or without `member:`.
 * @throws OperatorError when no member has the name
 */
export function actorsNamed({ members }: Directory, text: string): string[] {
  if (/^(cli|hub|cli:.*|device:.*)$/s.test(text)) return [text];
  const name = text.startsWith(memberPrefix) ? text.slice(memberPrefix.length) : text;
  const found = [...members.values()].filter(
    (member) => member.id === name || nameKey(member.name) === nameKey(name),
  );
  if (found.length > 0) return found.map(({ id }) => `${memberPrefix}${id}`);
  throw new OperatorError(
    'unknown_actor',
    `nobody is named ${name}: it is cli, cli:USER, hub, or the name of a member (\`hub member list\`)`,
  );
}

/**
 * The ids of what is meant: of the members and accounts of a name, of the key of a prefix, or the text itself where it is an id.
 * @param hasEntries whether any entry is about an id, since of what was erased or is gone only entries tell
 * @throws OperatorError when nothing is known by it
 */
export async function subjectsNamed(
  directory: Directory,
  text: string,
  hasEntries: (id: string) => Promise<boolean>,
): Promise<string[]> {
  const named = [...directory.members.values(), ...directory.accounts.values()].filter(
    ({ name }) => name !== null && nameKey(name) === nameKey(text),
  );
  const found = new Set(named.map(({ id }) => id));
  const key = directory.keysByPrefix.get(text.replace(/^hub_/, ''));
  if (key !== undefined) found.add(key.id);
  // A name of twelve letters looks like the id of an account: it has to be known as one, or as what an entry is about.
  if (isId(directory, text) || (await hasEntries(text))) found.add(text);
  if (found.size > 0) return [...found];
  throw new OperatorError(
    'unknown_subject',
    `nothing is known by the id or name ${text}: it is a member, an account, a device, a key or a projection`,
  );
}

function isId({ accounts, erased }: Directory, text: string): boolean {
  if (accounts.has(text) || erased.has(text)) return true;
  return projections.some(({ name }) => name === text) || z.guid().safeParse(text).success;
}

/** @throws OperatorError unless the text is an action that an entry can have, or a word of an action */
export function requireKnownAction(text: string): void {
  if (knownActions.some((action) => action === text || action.split('-').includes(text))) return;
  throw new OperatorError(
    'unknown_action',
    `no entry says ${text}: it is one of ${knownActions.join(', ')}, or a word of one, as key`,
  );
}
