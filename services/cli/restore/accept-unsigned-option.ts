import { Option } from 'commander';

export function acceptUnsignedOption(): Option {
  return new Option(
    '--accept-unsigned',
    'use a backup or keys.zst of an earlier release, which has no signature. Anyone with write access to the folder may have changed it: a restore may bring back erased players, revoked keys or rights',
  );
}
