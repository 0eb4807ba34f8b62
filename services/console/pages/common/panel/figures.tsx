import type { ReactNode } from 'react';
import './figures.css';

/** Large numbers with a title each, at the head of a page. */
export function Figures({ children }: { readonly children: ReactNode }) {
  return <dl className="panel-body figures">{children}</dl>;
}

export function Figure({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt className="dim small">{title}</dt>
      <dd>{children}</dd>
    </div>
  );
}
