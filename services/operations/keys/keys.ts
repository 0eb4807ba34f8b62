import { decideOnCopyFirst, readCurrent } from '../../../projections/access/commands/append-and-wait.ts';
import { withRequestId } from '../../../projections/access/commands/command-event.ts';
import { executeCommand } from '../../../projections/access/commands/execute-command.ts';
import { changeApiKey, revokeApiKey } from '../../../projections/access/commands/keys/change-api-key.ts';
import { createApiKey } from '../../../projections/access/commands/keys/create-api-key.ts';
import { newApiKey } from '../../../projections/access/commands/keys/new-api-key.ts';
import { OutcomeUnknown } from '../../../projections/access/commands/outcome-unknown.ts';
import { requireKey } from '../../../projections/access/commands/require-known.ts';
import type { Category } from '../../../shared/domain/category.ts';
import { isoTimeOrNull } from '../iso-time.ts';
import type { OperationHub, Requested } from '../operation-hub.ts';
import { keyDocument, listedKeys } from './api-key-document.ts';

interface KeyParts {
  readonly name?: string | undefined;
  readonly rateLimitPerMinute?: number | undefined;
}

interface NewKeyInput extends KeyParts {
  /** Null: a service key. */
  readonly memberId: string | null;
  readonly categories: readonly Category[];
  /** Null: every account that the reader can see. */
  readonly accountIds: readonly string[] | null;
  /** Epoch ms; null: never. */
  readonly expiresAt: number | null;
}

interface KeyChangeInput extends KeyParts {
  readonly keyId: string;
  readonly categories?: readonly Category[] | undefined;
  readonly accountIds?: readonly string[] | null | undefined;
  readonly expiresAt?: number | null | undefined;
}

/** The operations throw as `executeCommand`. */
export const keyOperations = {
  /** In the order of creation. */
  list: async (hub: OperationHub) => {
    const directory = await readCurrent(hub);
    const keys = [...directory.keysByPrefix.values()].sort((a, b) => a.createdAt - b.createdAt);
    return { keys: await listedKeys(hub.database, directory, keys) };
  },

  /**
   * Only this answer contains the secret. So a key that does not work in time is answered too, with
   * the status `stored`.
   */
  create: async (hub: OperationHub, { requestId, ...input }: Requested<NewKeyInput>) => {
    const key = newApiKey();
    const event = await decideOnCopyFirst(hub, (directory) => createApiKey(directory, { ...input, key }));
    try {
      const { directory } = await executeCommand(hub, withRequestId(event, requestId));
      return { ...keyDocument(directory, requireKey(directory, key.id)), key: key.key };
    } catch (error) {
      if (!(error instanceof OutcomeUnknown)) throw error;
      return { ...storedKey(event.data), key: key.key };
    }
  },

  /** Keeps the secret, and properties that are not given. */
  change: async (hub: OperationHub, { requestId, ...input }: Requested<KeyChangeInput>) => {
    const event = await decideOnCopyFirst(hub, (directory) => changeApiKey(directory, input));
    const { directory } = await executeCommand(hub, withRequestId(event, requestId));
    return keyDocument(directory, requireKey(directory, input.keyId));
  },

  revoke: async (hub: OperationHub, { keyId, actor, requestId }: Requested<{ readonly keyId: string }>) => {
    const event = await decideOnCopyFirst(hub, (directory) => revokeApiKey(directory, { keyId, actor }));
    const { directory } = await executeCommand(hub, withRequestId(event, requestId));
    return { prefix: requireKey(directory, keyId).prefix, revoked: true };
  },
} as const;

function storedKey(data: ReturnType<typeof createApiKey>['data']) {
  const { key_id, prefix, name, kind, categories, accounts, rate_limit_per_minute, expires_at } = data;
  return {
    id: key_id,
    prefix,
    name,
    kind,
    status: 'stored' as const,
    categories,
    account_scope: accounts === null ? 'all_visible' : 'list',
    accounts,
    rate_limit_per_minute,
    expires_at: isoTimeOrNull(expires_at),
  };
}
