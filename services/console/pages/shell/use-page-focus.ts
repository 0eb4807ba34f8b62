import { useEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router';
import { focusNonInteractive, isFocusLost } from '../browser/focus.ts';

/**
 * Whoever followed a link that went with its page goes on at the heading of the next one, where that has come already, or
 * else at its beginning. Otherwise the keyboard would begin above the head again, and a screen reader say nothing.
 */
export function usePageFocus(): void {
  const { pathname } = useLocation();
  const navigation = useNavigationType();
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    const page = document.getElementById('content');
    // Back and forward lead to where somebody had scrolled to.
    if (isFocusLost())
      focusNonInteractive(page?.querySelector('h1') ?? page, { preventScroll: navigation === 'POP' });
  }, [pathname, navigation]);
}
