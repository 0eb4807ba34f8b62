import type { ErasureAnswer, MemberErasureAnswer } from '../../console-api/answers.ts';
import { accountName, isolateName } from './account-name.ts';

export function erasedText(name: string, { backups }: ErasureAnswer): string {
  const still =
    'The backups hold the erased data in readable form until the next backup is taken: press “Back up now” on the page “The hub”.';
  return `${isolateName(name)} is erased. ${backups === 'open' ? still : 'No backup holds the erased data in readable form.'}`;
}

/** Begins with a space; empty without accounts. */
export function accountsText({
  accounts: { erased, kept, passed_on: passedOn },
}: MemberErasureAnswer): string {
  const parts = [
    ...(erased.length > 0 ? [`Erased too: ${erased.map(isolatedNameOf).join(', ')}.`] : []),
    ...(kept.length > 0 ? [`Kept without an owner: ${kept.map(isolatedNameOf).join(', ')}.`] : []),
    ...passedOn.map(
      (account) =>
        `${isolatedNameOf(account)} belongs to ${isolateName(account.owner ?? 'a former member')} now.`,
    ),
  ];
  return parts.map((part) => ` ${part}`).join('');
}

function isolatedNameOf(account: Parameters<typeof accountName>[0]): string {
  return isolateName(accountName(account));
}
