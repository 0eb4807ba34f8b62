import { writeFileSync } from 'node:fs';
import { pluginMessagesText } from './plugin-messages.ts';

/** The documents that are made from the code, by their path. */
export const referenceDocuments: Readonly<Record<string, () => Promise<string>>> = {
  'docs/reference/plugin-messages.md': pluginMessagesText,
};

export function referenceFile(path: string): URL {
  return new URL(`../../${path}`, import.meta.url);
}

// `npm run build:reference`
if (import.meta.main) {
  for (const [path, text] of Object.entries(referenceDocuments)) {
    writeFileSync(referenceFile(path), await text());
  }
}
