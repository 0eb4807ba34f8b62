import type { DataOf } from '../../../../shared/events/event.ts';
import { accountErased, identitySeen } from '../../../../shared/events/membership/accounts.ts';
import type { LogRecord } from '../../../../shared/log/event-log.ts';
import type { Journal } from '../../../../shared/log/journal.ts';
import { readToEnd } from '../../../../shared/log/reading/read-to-end.ts';
import type { Directory } from '../../directory/directory.ts';
import { identityKey } from '../../model/entities.ts';
import { type CommandEvent, type CommandInput, commandEvent, withRequestId } from '../command-event.ts';
import { type CommandHub, executeCommand } from '../execute-command.ts';
import { requireAccount } from '../require-known.ts';
import { otherIdsOf } from './ids-of-identities.ts';

/** @returns the subjects whose records the caller must then make unreadable */
export async function executeAccountErasure(
  hub: CommandHub & { readonly hubSecret: Uint8Array },
  before: Directory,
  {
    accountId,
    actor,
    requestId,
  }: CommandInput<{ readonly accountId: string; readonly requestId?: string | undefined }>,
): Promise<string[]> {
  const ids = otherIdsOf(hub.hubSecret, before, accountId);
  const { directory: after } = await executeCommand(
    hub,
    withRequestId(eraseAccount(before, { accountId, ids, actor }), requestId),
  );
  const late = await idsLinkedBetween(hub.journal, before, after);
  if (late.length > 0) {
    await executeCommand(hub, eraseAccount(before, { accountId, ids: [...ids, ...late], actor }));
  }
  return [accountId, ...ids, ...late];
}

/**
 * An identity may be linked to the account after `before` was read. The erasure then removes the
 * link. Returns the ids of such identities that are not erased yet.
 */
export async function idsLinkedBetween(
  journal: Journal,
  before: Directory,
  after: Directory,
): Promise<string[]> {
  const ids = new Set<string>();
  for (const { account_id, source, external_id } of await identitiesSeenBetween(journal, before, after)) {
    const isLinked = after.identities.has(identityKey(source, external_id));
    if (!isLinked && !after.erased.has(account_id)) ids.add(account_id);
  }
  return [...ids];
}

export async function identitiesSeenBetween(
  journal: Journal,
  before: Directory,
  after: Directory,
): Promise<DataOf<typeof identitySeen>[]> {
  const records: LogRecord[] = [];
  const place = { stream: 'hub.membership', partition: 0, offset: before.version } as const;
  await readToEnd(journal.log, place, (record) => {
    if (record.offset >= after.version) return 'found';
    if (record.type === identitySeen.type) records.push(record);
    return undefined;
  });
  const outcomes = await journal.decode(records);
  return outcomes.flatMap((outcome) =>
    outcome.kind === 'event' ? [identitySeen.schema.parse(outcome.event.data)] : [],
  );
}

/** `ids` are further ids of identities (`otherIdsOf`, `idsLinkedBetween`), which are erased too. */
export function eraseAccount(
  directory: Directory,
  { accountId, ids, actor }: CommandInput<{ readonly accountId: string; readonly ids: readonly string[] }>,
): CommandEvent<typeof accountErased> {
  requireAccount(directory, accountId);
  return commandEvent(accountErased, { subject: 'hub', actor }, { account_id: accountId, ids: [...ids] });
}
