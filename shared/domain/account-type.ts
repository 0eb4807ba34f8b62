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

/** The label of an account type; a number the hub does not know, and a type never sent, are `Unknown`. */
export function accountTypeLabel(type: number | null): string {
  return (type === null ? undefined : labels[type]) ?? 'Unknown';
}
