import { z } from 'zod';
import type { Directory } from '../../../projections/access/directory/directory.ts';
import { knownActions } from '../../../projections/audit-log/queries/read-entries.ts';
import { projections } from '../../../projections/registry.ts';
import { nameKey } from '../../../shared/domain/text.ts';
import { OperatorError } from '../../../shared/errors/errors.ts';

// An empty result looks like an answer, so unknown names are refused.

export const memberPrefix = 'member:';

/**
 * @param text `cli`, `cli:NAME`, `hub`, `device:ID`, or a member's name or id, with or without
 * `member:`
 * @throws OperatorError for an unknown member
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
    `unknown actor ${name}: use cli, cli:USER, hub or a member's name (\`hub member list\`)`,
  );
}

/**
 * @param text a name of members or accounts, a prefix of a key, or an id
 * @param hasEntries erased and deleted ids are known only from entries
 * @throws OperatorError when the text names nothing known
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
  // A name of twelve letters looks like an account id, so the form alone is not enough.
  if (isId(directory, text) || (await hasEntries(text))) found.add(text);
  if (found.size > 0) return [...found];
  throw new OperatorError(
    'unknown_subject',
    `unknown id or name ${text}: name a member, an account, a device, a key or a projection`,
  );
}

function isId({ accounts, erased }: Directory, text: string): boolean {
  if (accounts.has(text) || erased.has(text)) return true;
  return projections.some(({ name }) => name === text) || z.guid().safeParse(text).success;
}

/** @throws OperatorError unless the text is an action, or a word of an action */
export function requireKnownAction(text: string): void {
  if (knownActions.some((action) => action === text || action.split('-').includes(text))) return;
  throw new OperatorError(
    'unknown_action',
    `no entry has the action ${text}: use one of ${knownActions.join(', ')}, or a word of an action, like key`,
  );
}
