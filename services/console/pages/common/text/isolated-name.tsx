/**
 * Isolates a name, because right-to-left letters would change the direction of the text around it.
 */
export function Name({ of }: { readonly of: string }) {
  return <bdi>{of}</bdi>;
}
