/** An IANA name. */
export function browserTimeZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** London is not in the list, because its clock changes in summer. */
const namesOfUtc = new Set(['UTC', 'Etc/UTC', 'Etc/GMT', 'GMT', 'Etc/UCT', 'UCT', 'Zulu', 'Etc/Zulu']);

/** Everybody who never chose a zone is in UTC. */
export function isZoneWorthOffering(memberZone: string, browserZone: string): boolean {
  return namesOfUtc.has(memberZone) && !namesOfUtc.has(browserZone);
}
