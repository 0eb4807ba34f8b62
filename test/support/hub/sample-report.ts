import { readFile } from 'node:fs/promises';

/** The report of this name in `test/fixtures/reports`, dated now. */
export async function sampleReport(name: string): Promise<Readonly<Record<string, unknown>>> {
  const text = await readFile(new URL(`../../fixtures/reports/${name}.json`, import.meta.url), 'utf8');
  return { ...JSON.parse(text), timestamp: Date.now() };
}
