import type { Page } from 'playwright-core';

/** A script that runs before the page. */
export const collectShifts = `
  globalThis.shifts = [];
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, sources } of list.getEntries()) {
      const moved = sources.map(({ node }) => node?.nodeType === 1 ? node.className || node.tagName : node?.nodeName);
      if (!hadRecentInput) shifts.push({ value, moved: String(moved.slice(0, 4)) });
    }
  }).observe({ type: 'layout-shift', buffered: true });
`;

export interface Shifts {
  /** All shifts since the page was opened. */
  readonly sum: number;
  /** The elements that moved in the largest shifts. */
  readonly largest: string;
}

/** The page needs `collectShifts`. */
export function layoutShifts(page: Page): Promise<Shifts> {
  return page.evaluate<Shifts>(`({
    sum: shifts.reduce((sum, { value }) => sum + value, 0),
    largest: shifts.toSorted((a, b) => b.value - a.value).slice(0, 3)
      .map(({ value, moved }) => value.toFixed(2) + ' ' + moved).join('; '),
  })`);
}

/** @returns the texts of these elements that their boxes cut off */
export function cutHeadings(page: Page, selector: string): Promise<readonly string[]> {
  return page.evaluate<readonly string[]>(`[...document.querySelectorAll('${selector}')].filter((it) => {
    const text = document.createRange();
    text.selectNodeContents(it);
    const { paddingLeft, paddingRight } = getComputedStyle(it);
    const width = it.getBoundingClientRect().width - parseFloat(paddingLeft) - parseFloat(paddingRight);
    return text.getBoundingClientRect().width > width + 0.1;
  }).map((it) => it.textContent)`);
}

/** Pixels (WCAG 2.2, success criterion 2.5.8). */
const targetMin = 24;

/**
 * @returns visible targets that are too small, except a link in a sentence. A field in a label has
 * the size of its label.
 */
export function smallTargets(page: Page): Promise<readonly string[]> {
  return page.evaluate<readonly string[]>(`(() => {
    const targets = document.querySelectorAll(
      'a[href], button, input, select, summary, textarea, [role=button], [role=slider], [tabindex="0"]');
    const isInSentence = (it) => it.tagName === 'A' && it.closest('p:not(.row), dd') !== null;
    return [...targets].flatMap((target) => {
      const measured = target.tagName === 'INPUT' ? (target.closest('label') ?? target) : target;
      const { width, height } = measured.getBoundingClientRect();
      const isHidden = !target.checkVisibility({ visibilityProperty: true }) || target.closest('.hidden-text, .skip-link');
      if (isHidden || isInSentence(target)) return [];
      if (Math.min(width, height) >= ${targetMin} - 0.1) return [];
      const name = target.getAttribute('aria-label') ?? target.textContent ?? '';
      return [target.tagName + '.' + target.className + ' ' + name.slice(0, 24) + ' ' + Math.round(width) + 'x' + Math.round(height)];
    });
  })()`);
}
