import type { ReactElement } from 'react';

const shownMax = 3;

/** @param lines list items, the newest first */
export function FoldedList({ lines }: { readonly lines: readonly ReactElement[] }) {
  return (
    <>
      <ul className="note-list small">{lines.slice(0, shownMax)}</ul>
      {lines.length > shownMax && (
        <details>
          <summary className="dim small">{lines.length - shownMax} earlier</summary>
          <ul className="note-list small">{lines.slice(shownMax)}</ul>
        </details>
      )}
    </>
  );
}
