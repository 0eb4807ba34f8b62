/** For a name in a string: isolates the name as `Name` does in an element. */
export function isolateName(name: string): string {
  return `\u2068${name}\u2069`;
}

/** For a label of a screen reader, which has no direction. */
export function withoutIsolates(text: string): string {
  return text.replace(/[\u2068\u2069]/g, '');
}

export function accountName({ id, name }: { readonly id: string; readonly name: string | null }): string {
  return name ?? `Account without a name yet (…${id.slice(-4)})`;
}
