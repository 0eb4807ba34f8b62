import { useEffect } from 'react';
import { readPageSettings } from './page-settings.ts';

/** Names the page in the browser's tabs and history. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · ${readPageSettings().hubName}`;
  }, [title]);
}
