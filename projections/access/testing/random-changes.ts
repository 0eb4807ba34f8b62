import fc from 'fast-check';
import { categories } from '../../../shared/domain/category.ts';
import { setReporterBlocked, transferAccount } from '../commands/accounts/change-account.ts';
import { eraseAccount } from '../commands/accounts/erase-account.ts';
import { CommandRefused } from '../commands/command-event.ts';
import type { AccessCommandEvent } from '../commands/execute-command.ts';
import { changeApiKey, revokeApiKey } from '../commands/keys/change-api-key.ts';
import { changeMember } from '../commands/members/change-member.ts';
import { eraseMember } from '../commands/members/erase-member.ts';
import { removeMember } from '../commands/members/remove-member.ts';
import { setAdmin } from '../commands/members/set-admin.ts';
import { shareCategory } from '../commands/sharing/share-category.ts';
import type { Directory } from '../directory/directory.ts';
import type { AccessEvent } from '../fold/evolve.ts';
import { directoryAfter } from './directory-of.ts';
import { type Given, given, id, recordedAt, start } from './membership.ts';

type Change = (directory: Directory) => AccessCommandEvent | Given;

const members = [1, 2, 3, 4].map(id);
const accounts = ['a1', 'a2', 'a3'];

const memberId = fc.constantFrom(...members);
const accountId = fc.constantFrom(...accounts);
const keyId = fc.constantFrom(...[21, 22, 23, 24].map(id));
const category = fc.constantFrom(...categories.slice(0, 3));
const shareable = fc.constantFrom(...categories.slice(0, 3), 'bank' as const);
const audience = fc.constantFrom('guild', 'selected', 'private');
const named = fc.uniqueArray(memberId, { maxLength: 3 });
const reach = {
  categories: fc.uniqueArray(category, { minLength: 1 }),
  accountIds: fc.option(fc.uniqueArray(accountId, { maxLength: 2 })),
  expiresAt: fc.constantFrom(null, start + 1_000_000, start + 2_000_000),
};

const changes: fc.Arbitrary<Change> = fc.oneof(
  asked(4, fc.record({ keyId, ...reach }), changeApiKey),
  asked(1, fc.record({ keyId }), revokeApiKey),
  asked(4, fc.record({ accountId, memberId }), transferAccount),
  asked(3, fc.record({ accountId, memberId, blocked: fc.boolean() }), setReporterBlocked),
  asked(3, fc.record({ accountId, category: shareable, audience, memberIds: named }), shareCategory),
  asked(3, fc.record({ memberId, chatId: fc.constantFrom(null, '7', '8') }), changeMember),
  asked(2, fc.record({ memberId, admin: fc.boolean() }), setAdmin),
  asked(2, fc.record({ memberId }), removeMember),
  asked(1, fc.record({ memberId }), eraseMember),
  asked(1, fc.record({ accountId }), (known, input) => eraseAccount(known, { ...input, ids: [] })),
  { weight: 3, arbitrary: memberId.map((member) => () => given.identity('a1', member)) },
  { weight: 1, arbitrary: memberId.map((member) => () => given.identity('a2', member)) },
);

function asked<CommandInput extends object>(
  weight: number,
  inputs: fc.Arbitrary<CommandInput>,
  command: (directory: Directory, input: CommandInput & { readonly actor: 'cli' }) => AccessCommandEvent,
): fc.WeightedArbitrary<Change> {
  const arbitrary = inputs.map(
    (input): Change =>
      (known) =>
        command(known, { ...input, actor: 'cli' }),
  );
  return { weight, arbitrary };
}

const guild: readonly Given[] = [
  ...[1, 2, 3].map((number) => given.member(id(number), `member ${number}`)),
  given.admin(id(1)),
  given.identity('a1', id(1)),
  given.identity('a1', id(2)),
  given.identity('a2', id(2)),
  ...accounts.slice(0, 2).map((account) => given.description(account, account)),
  given.key(21, null, { categories: ['stats', 'events'] }),
  ...[1, 2, 3].map((number) => given.key(21 + number, id(number))),
];
const newcomer = [
  given.member(id(4), 'member 4'),
  given.identity('a3', id(4)),
  given.description('a3', 'a3'),
] as const;

/** A log of random changes that the directory did not refuse. */
export const randomChanges: fc.Arbitrary<readonly AccessEvent[]> = fc
  .tuple(fc.array(changes, { maxLength: 12, size: 'max' }), fc.array(changes, { maxLength: 12, size: 'max' }))
  .map(([before, after]) => {
    const log: AccessEvent[] = [];
    const take = (event: AccessCommandEvent | Given) => {
      log.push(recordedAt(event, log.length, start + log.length));
    };
    for (const event of guild) take(event);
    for (const change of [...before, ...newcomer.map((event) => () => event), ...after]) {
      try {
        take(change(directoryAfter(log)));
      } catch (error) {
        if (!(error instanceof CommandRefused)) throw error;
      }
    }
    return log;
  });
