import type { PageSettings } from '../../page-settings.ts';

/** A page without a server has no settings. */
export function readPageSettings(): PageSettings {
  const content = document.querySelector<HTMLMetaElement>('meta[name="hub-settings"]')?.content ?? '';
  const none = {
    hubName: 'Guild account hub',
    isNamed: true,
    mapTiles: null,
    itemIcon: null,
    senders: {},
  };
  return content === '' ? none : { ...none, ...JSON.parse(content) };
}
