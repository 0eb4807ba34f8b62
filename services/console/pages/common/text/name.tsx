/** A name within other text, which a name that is written from right to left would turn around without this. */
export function Name({ of }: { readonly of: string }) {
  return <bdi>{of}</bdi>;
}
