import { readFileSync, writeFileSync } from 'node:fs';
import { commandsPage } from './commands-page.ts';
import { apiPage } from './endpoints-table.ts';
import { errorsPage } from './errors-page.ts';
import { eventsPage } from './events-page.ts';
import { metricsPage } from './metrics-page.ts';
import { pluginMessagesText } from './plugin-messages.ts';
import { settingsPage } from './settings-page.ts';

/** The documents that are made from the code, by their path. */
export const referenceDocuments: Readonly<Record<string, () => Promise<string>>> = {
  'docs/api.md': apiPage,
  'docs/reference/settings.md': settingsPage,
  'docs/reference/commands.md': commandsPage,
  'docs/reference/metrics.md': metricsPage,
  'docs/reference/errors.md': errorsPage,
  'docs/reference/events.md': eventsPage,
  'docs/reference/plugin-messages.md': pluginMessagesText,
};

export function referenceFile(path: string): URL {
  return new URL(`../../${path}`, import.meta.url);
}

// `npm run build:reference`
if (import.meta.main) {
  for (const [path, make] of Object.entries(referenceDocuments)) {
    const text = await make();
    if (text === readIfThere(path)) continue;
    writeFileSync(referenceFile(path), text);
    process.stdout.write(`wrote ${path}\n`);
  }
}

function readIfThere(path: string): string | null {
  try {
    return readFileSync(referenceFile(path), 'utf8');
  } catch {
    return null;
  }
}
