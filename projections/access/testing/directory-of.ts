import type { Directory } from '../directory/directory.ts';
import { mergeRows, noDirectory } from '../directory/merge-rows.ts';
import { type AccessEvent, evolve } from '../fold/evolve.ts';
import type { ApiKey } from '../model/entities.ts';
import { emptyTables } from '../tables/access-tables.ts';
import { type Given, recorded } from './membership.ts';

export function directoryOf(...events: readonly Given[]): Directory {
  return directoryAfter(recorded(events));
}

export function directoryAfter(records: readonly AccessEvent[]): Directory {
  const tables = records.reduce(evolve, emptyTables);
  return mergeRows(
    { ...noDirectory, version: records.length },
    {
      members: [...tables.members.values()],
      admins: [...tables.admins.values()],
      accounts: [...tables.accounts.values()],
      identities: [...tables.identities.values()],
      devices: [...tables.devices.values()],
      pairingCodes: [...tables.pairingCodes.values()],
      keys: [...tables.keys.values()],
      decommission: [...tables.decommission.values()],
      erased: [...tables.erased.values()],
      competitions: [...tables.competitions.values()],
    },
  );
}

export function keyOf(directory: Directory, id: string): ApiKey {
  const key = [...directory.keysByPrefix.values()].find((candidate) => candidate.id === id);
  if (key === undefined) throw new Error(`no key ${id}`);
  return key;
}
