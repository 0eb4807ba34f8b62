import type { StreamLimit } from './stream-limit.ts';

/**
 * Reserved for each account in the memory of the key for large answers. This limits rankings that
 * are read at the same time.
 */
const bytesPerAccount = 4 * 1_024;

/**
 * Reads a ranking of this many accounts.
 * @throws errors of `StreamLimit.reserve` and of `piece`
 */
export async function workForAccounts<Result>(
  streamLimit: StreamLimit,
  { keyId, accounts }: { readonly keyId: string; readonly accounts: number },
  piece: () => Promise<Result>,
): Promise<Result> {
  const release = await streamLimit.reserve(keyId, accounts * bytesPerAccount);
  return streamLimit.work(piece).finally(release);
}
