/** The time zone of the computer, as an IANA name. */
export function browserTimeZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** Names of UTC itself. London is not in the list, because its clock changes in summer. */
const namesOfUtc = new Set(['UTC', 'Etc/UTC', 'Etc/GMT', 'GMT', 'Etc/UCT', 'UCT', 'Zulu', 'Etc/Zulu']);

/**
 * Whether a member is still in UTC, the zone of everybody who never chose a zone, and the browser
 * is elsewhere.
 */
export function isZoneWorthOffering(memberZone: string, browserZone: string): boolean {
  return namesOfUtc.has(memberZone) && !namesOfUtc.has(browserZone);
}
