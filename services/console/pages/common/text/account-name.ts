/** For a name in a string: isolates the name as `Name` does in an element. */
export function isolateName(name: string): string {
  return `\u2068${name}\u2069`;
}

export function accountName({ id, name }: { readonly id: string; readonly name: string | null }): string {
  return name ?? `Account without a name yet (…${id.slice(-4)})`;
}
