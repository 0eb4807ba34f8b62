import { useEffect } from 'react';
import { isolateRightToLeft } from '../../../../shared/domain/text.ts';
import { readPageSettings } from './page-settings.ts';

export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${isolateRightToLeft(title)} · ${readPageSettings().hubName}`;
  }, [title]);
}
