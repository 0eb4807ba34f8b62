/**
 * The address at which a hub's tables are made: of the embedded server its own, whatever the setting says, which may be left
 * from a hub on another one. Null where the role of `DATABASE_URL` makes them.
 */
export function ownerUrlOf(
  server: { readonly ownerUrl: string | null },
  settings: { readonly DATABASE_OWNER_URL?: string | undefined },
): string | null {
  return server.ownerUrl ?? settings.DATABASE_OWNER_URL ?? null;
}
