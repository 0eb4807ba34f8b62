/**
 * The address of the embedded server comes first, because `DATABASE_OWNER_URL` may belong to
 * another hub. Null when the role of `DATABASE_URL` creates the tables.
 */
export function ownerUrlOf(
  server: { readonly ownerUrl: string | null },
  settings: { readonly DATABASE_OWNER_URL?: string | undefined },
): string | null {
  return server.ownerUrl ?? settings.DATABASE_OWNER_URL ?? null;
}
