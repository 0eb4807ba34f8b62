/** SQLSTATE of data and of an index that the server cannot trust, as a page whose checksum is wrong. */
const codes = new Set(['XX001', 'XX002']);
const causesMax = 4;

/** Whether an error, or one of its causes, says that files of the database are damaged. */
export function isDamage(error: unknown): boolean {
  return damageOf(error) !== null;
}

/** The error that says so; null where there is none. */
export function damageOf(error: unknown): (Error & { readonly detail?: unknown }) | null {
  let cause: unknown = error;
  for (let depth = 0; depth < causesMax && cause instanceof Error; depth += 1) {
    if ('code' in cause && typeof cause.code === 'string' && codes.has(cause.code)) return cause;
    cause = cause.cause;
  }
  return null;
}
