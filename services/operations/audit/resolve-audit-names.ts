import { z } from 'zod';
import type { Directory } from '../../../projections/access/directory/directory.ts';
import { knownActions } from '../../../projections/audit-log/queries/read-entries.ts';
import { projections } from '../../../projections/registry.ts';
import { nameKey } from '../../../shared/domain/text.ts';
import { OperatorError } from '../../../shared/errors/errors.ts';

// An empty result looks like an answer, so unknown names are refused.

export const memberPrefix = 'member:';

/**
 * @param text `cli`, `cli:NAME`, `hub`, `device:ID`, or a member's id, name or part of a name, with
 * or without `member:`
 * @throws OperatorError for an unknown member
 */
export function actorsNamed({ members }: Directory, text: string): string[] {
  if (/^(cli|hub|cli:.*|device:.*)$/s.test(text)) return [text];
  const name = text.startsWith(memberPrefix) ? text.slice(memberPrefix.length) : text;
  const member = members.get(name);
  const found = member === undefined ? named([...members.values()], name) : [member];
  if (found.length > 0) return found.map(({ id }) => `${memberPrefix}${id}`);
  throw new OperatorError(
    'unknown_actor',
    `no member is named ${name}: write the name of a member or a part of it, hub for the hub itself, cli for the command line, or cli:USER for a user of the command line`,
  );
}

interface Named {
  readonly id: string;
  readonly name: string | null;
}

/** Parts of names count only when nothing has the whole name. */
function named(all: readonly Named[], text: string): readonly Named[] {
  const wanted = nameKey(text);
  const keyOf = ({ name }: Named) => (name === null ? '' : nameKey(name));
  const whole = all.filter((each) => keyOf(each) === wanted && wanted !== '');
  if (whole.length > 0 || wanted === '') return whole;
  return all.filter((each) => keyOf(each).includes(wanted));
}

/**
 * @param text a name of members, accounts or competitions, a part of a name, a prefix of a key, or
 * an id
 * @param hasEntries erased and deleted ids are known only from entries
 * @throws OperatorError when the text names nothing known
 */
export async function subjectsNamed(
  directory: Directory,
  text: string,
  hasEntries: (id: string) => Promise<boolean>,
): Promise<string[]> {
  const key = directory.keysByPrefix.get(text.replace(/^hub_/, ''));
  // A name of twelve letters looks like an account id, so the form alone is not enough.
  const isOwnId = isId(directory, text) || (await hasEntries(text));
  const exact = [...(key === undefined ? [] : [key.id]), ...(isOwnId ? [text] : [])];
  const titled = [...directory.competitions.values()].map(({ id, title }) => ({ id, name: title }));
  const all = [...directory.members.values(), ...directory.accounts.values(), ...titled];
  const found = new Set([...exact, ...named(all, text).map(({ id }) => id)]);
  if (found.size > 0) return [...found];
  throw new OperatorError(
    'unknown_subject',
    `no member, account or competition is named ${text}: give a name, or the id of a device, a key or a projection`,
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
