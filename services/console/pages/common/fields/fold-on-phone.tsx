import { type ReactNode, useState } from 'react';
import { useIsNarrow } from '../../browser/use-is-narrow.ts';

/** The filters of a table, and the buttons that sort. An address with choices shows them. */
export function FoldOnPhone({ children }: { readonly children: ReactNode }) {
  const [isOpen] = useState(location.search !== '');
  if (!useIsNarrow()) return children;
  return (
    <details open={isOpen}>
      <summary>Sort and filter</summary>
      <div className="row wrap">{children}</div>
    </details>
  );
}
