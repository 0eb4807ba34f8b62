import { readFile, writeFile } from 'node:fs/promises';
import { commandsPage } from './commands-page.ts';
import { errorsPage } from './errors-page.ts';
import { eventsPage } from './events-page.ts';
import { metricsPage } from './metrics-page.ts';
import type { ReferencePage } from './reference-page.ts';
import { settingsPage } from './settings-page.ts';

export const referencePages: readonly ReferencePage[] = [
  settingsPage,
  commandsPage,
  metricsPage,
  errorsPage,
  eventsPage,
];

export function referenceFile({ file }: ReferencePage): URL {
  return new URL(`../../docs/reference/${file}`, import.meta.url);
}

export async function referenceText({ title, body }: ReferencePage): Promise<string> {
  const origin = '<!-- `npm run build:reference` generates this page from the code. Change the code. -->';
  return `# ${title}\n\n${origin}\n\n${(await body()).trim()}\n`;
}

// `npm run build:reference`
if (import.meta.main) {
  for (const page of referencePages) {
    const text = await referenceText(page);
    const before = await readFile(referenceFile(page), 'utf8').catch(() => null);
    if (text === before) continue;
    await writeFile(referenceFile(page), text);
    process.stdout.write(`wrote docs/reference/${page.file}\n`);
  }
}
