export function accountName({ id, name }: { readonly id: string; readonly name: string | null }): string {
  return name ?? `Account without a name yet (…${id.slice(-4)})`;
}
