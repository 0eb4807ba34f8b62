import { Option } from 'commander';

/** The option of commands that read a backup of a release without signatures. */
export function acceptUnsignedOption(): Option {
  return new Option(
    '--accept-unsigned',
    'use a backup or keys.zst without a signature, as earlier releases wrote them: people who could write to the folder may have changed them, and a restore may give back erased players, revoked keys or rights',
  );
}
