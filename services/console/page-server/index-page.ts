import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { PageSettings } from '../page-settings.ts';

export interface IndexPage {
  readonly html: string;
  /** Without quotes. */
  readonly opaqueTag: string;
}

/** Inserts the settings into `index.html`. @returns null when the pages are not built */
export async function readIndexPage(folder: string, settings: PageSettings): Promise<IndexPage | null> {
  const template = await readFile(join(folder, 'index.html'), 'utf8').catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return null;
      throw error;
    },
  );
  if (template === null) return null;
  const html = template
    .replace(/(?<=<title>)[^<]*/, () => escapeHtml(settings.hubName))
    .replace(/(?<=<meta name="hub-settings" content=")[^"]*/, () => escapeHtml(JSON.stringify(settings)));
  return { html, opaqueTag: createHash('sha256').update(html).digest('base64url').slice(0, 27) };
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"]/g, (character) => entities[character] ?? character);
}
