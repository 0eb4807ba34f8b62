import type { Tabs } from '../tabs/tabs.ts';
import { openCountedChannel } from './counted-channels.ts';

export interface TestTab extends Tabs {
  show(): void;
  hide(): void;
}

export function openTab(visibilityState: 'visible' | 'hidden' = 'hidden'): TestTab {
  const page = Object.assign(new EventTarget(), { visibilityState });
  const turn = (state: 'visible' | 'hidden') => {
    page.visibilityState = state;
    page.dispatchEvent(new Event('visibilitychange'));
  };
  return {
    locks: navigator.locks,
    openChannel: openCountedChannel,
    page,
    show: () => turn('visible'),
    hide: () => turn('hidden'),
  };
}
