/** The bosses with the text in their name, by name, and the text itself when it is no name. */
export function findBosses(bosses: readonly string[], typed: string): readonly string[] {
  const text = typed.trim();
  const wanted = text.toLowerCase();
  const finds = bosses.filter((boss) => boss.toLowerCase().includes(wanted)).sort();
  const isNamed = text === '' || finds.some((boss) => boss.toLowerCase() === wanted);
  return isNamed ? finds : [...finds, text];
}
