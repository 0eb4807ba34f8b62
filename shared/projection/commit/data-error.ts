/** SQLSTATE classes that say the data is at fault: the same write would fail again. */
const dataClasses = new Set(['22', '23']);

/** What the database found wrong with the data (`22` data exception, `23` constraint violation), else null. */
export function dataErrorOf(error: unknown): string | null {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return null;
  const isSqlState = /^[0-9A-Z]{5}$/.test(error.code);
  return isSqlState && dataClasses.has(error.code.slice(0, 2)) ? `${error.code}: ${error.message}` : null;
}
