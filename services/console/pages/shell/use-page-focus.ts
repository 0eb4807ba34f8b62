import { useEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router';
import { focusNonInteractive, isFocusLost } from '../browser/focus.ts';

/**
 * When the followed link disappears with the old page, the keyboard would start above the header,
 * and screen readers would stay silent.
 */
export function usePageFocus(): void {
  const { pathname } = useLocation();
  const navigation = useNavigationType();
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    const page = document.getElementById('content');
    // Back and forward restore the scroll position.
    if (isFocusLost())
      focusNonInteractive(page?.querySelector('h1') ?? page, { preventScroll: navigation === 'POP' });
  }, [pathname, navigation]);
}
