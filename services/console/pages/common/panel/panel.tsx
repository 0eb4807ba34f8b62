import { type ReactNode, useId } from 'react';
import './panel.css';

/** Stands for a part until its answer or its code comes. */
export function Loading() {
  return <div className="loading" aria-busy="true" />;
}

interface Props {
  readonly title: string;
  readonly actions?: ReactNode;
  readonly className?: string;
  readonly children: ReactNode;
}

export function Panel({ title, actions, className = '', children }: Props) {
  const id = useId();
  return (
    <section className={`panel ${className}`} aria-labelledby={id}>
      <header className="panel-head row wrap">
        <h2 id={id} className="grow clip">
          {title}
        </h2>
        {actions}
      </header>
      {children}
    </section>
  );
}
