/** Labels of the game's account types, by number (decisions.md, Names and enumerations). */
const labels = [
  'Normal',
  'Ironman',
  'Ultimate Ironman',
  'Hardcore Ironman',
  'Group Ironman',
  'Hardcore Group Ironman',
  'Unranked Group Ironman',
];

/**
 * The label of an account type; `Unknown` for a number that the hub does not know, and when none
 * was sent.
 */
export function accountTypeLabel(type: number | null): string {
  return (type === null ? undefined : labels[type]) ?? 'Unknown';
}
