import type { Directory } from '../../../projections/access/directory/directory.ts';
import type { ShownEntry } from './find-audit-entries.ts';

type Document = ShownEntry['document'];

/**
 * Current names by id, of members, accounts, plugins, API keys and competitions. Leaves out ids
 * without a name.
 */
export function namesInEntries(
  directory: Directory,
  documents: readonly Document[],
): Readonly<Record<string, string>> {
  const names = nameLookup(directory);
  const found = documents
    .flatMap(idsIn)
    .flatMap((id) => (names.has(id) ? [[id, names.get(id) ?? ''] as const] : []));
  return Object.fromEntries(found);
}

function nameLookup(directory: Directory): Map<string, string> {
  const { members, accounts, devicesByTokenHash, keysByPrefix, competitions } = directory;
  const named = [...accounts.values()].flatMap(({ id, name }) => (name === null ? [] : [{ id, name }]));
  const titled = [...competitions.values()].map(({ id, title }) => ({ id, name: title }));
  const devices = devicesByTokenHash.values();
  const all = [...members.values(), ...named, ...devices, ...keysByPrefix.values(), ...titled];
  return new Map(all.map(({ id, name }) => [id, name]));
}

/** An actor already has a name, unless the actor is a device. */
function idsIn({ actor, subject, details }: Document): string[] {
  const values = Object.values(details).flatMap((value) => (Array.isArray(value) ? value : [value]));
  const texts = values.filter((value) => typeof value === 'string');
  const device = actor?.startsWith('device:') ? [actor.slice('device:'.length)] : [];
  return [...device, ...(subject === null ? [] : [subject]), ...texts];
}
