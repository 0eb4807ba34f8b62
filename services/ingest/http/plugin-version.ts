/** The oldest plugin that the hub understands (plugin-protocols.md 1). */
const [majorMin, minorMin] = [1, 5];

/** Whether an `X-Osrs-Exporter-Version` names an older plugin; no version, or one that cannot be read, does not. */
export function isOutdated(version: string | null): boolean {
  const match = /^v?(\d{1,6})(?:\.(\d{1,6}))?(?:\D|$)/i.exec(version ?? '');
  if (match === null) return false;
  const [major, minor] = [Number(match[1]), Number(match[2] ?? 0)];
  return major < majorMin || (major === majorMin && minor < minorMin);
}
