/**
 * The name of an account in a text. An account without a name has not sent it yet, and is told
 * apart by the end of its id.
 */
export function accountName({ id, name }: { readonly id: string; readonly name: string | null }): string {
  return name ?? `Account without a name yet (…${id.slice(-4)})`;
}
