import { useEffect } from 'react';
import { readPageSettings } from './page-settings.ts';

export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · ${readPageSettings().hubName}`;
  }, [title]);
}
