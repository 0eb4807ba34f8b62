/** By number (rules/names.md#account-types). */
const labels = [
  'Normal',
  'Ironman',
  'Ultimate Ironman',
  'Hardcore Ironman',
  'Group Ironman',
  'Hardcore Group Ironman',
  'Unranked Group Ironman',
];

/** `Unknown` for null and for a number that the hub does not know. */
export function accountTypeLabel(type: number | null): string {
  return (type === null ? undefined : labels[type]) ?? 'Unknown';
}
