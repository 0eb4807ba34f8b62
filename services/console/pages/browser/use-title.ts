import { useEffect } from 'react';
import { readPageSettings } from './page-settings.ts';

/** Sets the title of the page in tabs and history. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · ${readPageSettings().hubName}`;
  }, [title]);
}
