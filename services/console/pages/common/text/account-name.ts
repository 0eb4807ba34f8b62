/** For a name in a string: isolates the name as `Name` does in an element. */
export function isolateName(name: string): string {
  return `\u2068${name}\u2069`;
}

const order = new Intl.Collator();

/** For `sort`. Much faster than `localeCompare`, which looks the language up on each call. */
export function compareNames(one: { readonly name: string }, other: { readonly name: string }): number {
  return order.compare(one.name, other.name);
}

export function accountName({ id, name }: { readonly id: string; readonly name: string | null }): string {
  return name ?? `Account without a name yet (…${id.slice(-4)})`;
}
