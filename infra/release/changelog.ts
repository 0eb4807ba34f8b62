const unreleased = ', not yet released';

/**
 * @param date like 2026-11-29
 * @returns the change log with the date of the release
 * @throws when the version has no section that is not yet released
 */
export function dateSection(changelog: string, version: string, date: string): string {
  const heading = `## ${version}${unreleased}\n`;
  if (!changelog.includes(heading))
    throw new Error(
      `CHANGELOG.md has no line "${heading.trim()}": write what changed below such a line, then run this again`,
    );
  return changelog.replace(heading, `## ${version}, ${date}\n`);
}

/**
 * @returns the text below the heading of the version
 * @throws when the version has no section
 */
export function notesOf(changelog: string, version: string): string {
  const section = changelog.split(/^(?=## )/m).find((text) => /^## (\S+?),? /.exec(text)?.[1] === version);
  if (section === undefined) throw new Error(`CHANGELOG.md has no section of ${version}`);
  return `${section.slice(section.indexOf('\n')).trim()}\n`;
}
