import { type ComponentProps, Suspense } from 'react';
import { lazyPart } from '../lazy-part.tsx';

const LineChart = lazyPart(async () => (await import('./line-chart.tsx')).LineChart, <Waiting />);

type Props = Omit<ComponentProps<typeof LineChart>, 'height'> & { readonly height?: number };

export function Chart({ height = 240, ...props }: Props) {
  return (
    // The parts below do not move when the chart comes.
    <div style={{ minHeight: height }}>
      <Suspense fallback={<Waiting />}>
        <LineChart {...props} height={height} />
      </Suspense>
    </div>
  );
}

function Waiting() {
  return <div className="loading" aria-busy="true" />;
}
