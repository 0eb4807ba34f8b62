import { type ComponentProps, Suspense } from 'react';
import { lazyPart } from '../lazy-part.tsx';

const waiting = <div className="loading" aria-busy="true" />;
const LineChart = lazyPart(async () => (await import('./line-chart.tsx')).LineChart, waiting);

export function Chart(props: ComponentProps<typeof LineChart>) {
  return (
    <Suspense fallback={waiting}>
      <LineChart {...props} />
    </Suspense>
  );
}
