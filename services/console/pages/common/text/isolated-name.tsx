/** Right-to-left letters would change the direction of the text around the name. */
export function Name({ of }: { readonly of: string }) {
  return <bdi>{of}</bdi>;
}
