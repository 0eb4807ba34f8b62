import { type ComponentProps, lazy, Suspense } from 'react';

const LineChart = lazy(async () => ({ default: (await import('./line-chart.tsx')).LineChart }));

/** A chart whose code is fetched when the first one is shown; its place is kept meanwhile. */
export function Chart(props: ComponentProps<typeof LineChart>) {
  return (
    <Suspense fallback={<div className="loading" aria-busy="true" />}>
      <LineChart {...props} />
    </Suspense>
  );
}
