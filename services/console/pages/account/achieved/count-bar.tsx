import type { ReactNode } from 'react';
import { exactAmount, percentText } from '../../common/text/format.ts';
import './achieved.css';

interface Props {
  readonly label: string;
  /** Null when only the total is known. */
  readonly completed: number | null;
  readonly total: number | null;
  /** Stands after what is left. */
  readonly children?: ReactNode;
}

/** A count of a total as text and bar, and what is left. */
export function CountBar({ label, completed, total, children }: Props) {
  const isKnown = completed !== null && total !== null && total > 0;
  return (
    <div className="count-bar">
      <span className="dim">{label}</span>
      <b className="number">
        {completed === null ? '–' : exactAmount(completed)}
        {total !== null && <span className="dim"> / {exactAmount(total)}</span>}
      </b>
      {isKnown && (
        <>
          <progress aria-label={label} max={total} value={Math.min(completed, total)} />
          <span className="dim small number">
            {total > completed
              ? `${percentText(completed / total)}, ${exactAmount(total - completed)} left`
              : 'all done'}
            {children}
          </span>
        </>
      )}
    </div>
  );
}
