import type { PageSettings } from '../../page-settings.ts';

/** What the server wrote into `index.html`; nothing is set where the page was not served by a hub. */
export function readPageSettings(): PageSettings {
  const content = document.querySelector<HTMLMetaElement>('meta[name="hub-settings"]')?.content ?? '';
  const none = { hubName: 'Guild account hub', mapTiles: null, itemIcon: null };
  return content === '' ? none : { ...none, ...JSON.parse(content) };
}
