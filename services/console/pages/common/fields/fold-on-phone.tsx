import { type ReactNode, useState } from 'react';
import { useIsNarrow } from '../../browser/use-is-narrow.ts';

interface Props {
  readonly title?: string;
  readonly children: ReactNode;
}

/** The filters of a table, and the buttons that sort. An address with choices shows them. */
export function FoldOnPhone({ title = 'Sort and filter', children }: Props) {
  const [isOpen] = useState(location.search !== '');
  if (!useIsNarrow()) return children;
  return (
    <details open={isOpen}>
      <summary>{title}</summary>
      <div className="row wrap">{children}</div>
    </details>
  );
}
