import { type ComponentProps, Suspense } from 'react';
import { lazyPart } from '../lazy-part.tsx';
import { Loading } from '../panel/panel.tsx';

const LineChart = lazyPart(async () => (await import('./line-chart.tsx')).LineChart, <Loading />);

type Props = Omit<ComponentProps<typeof LineChart>, 'height'> & { readonly height?: number };

export function Chart({ height = 240, ...props }: Props) {
  return (
    // The parts below do not move when the chart comes.
    <div style={{ minHeight: height }}>
      <Suspense fallback={<Loading />}>
        <LineChart {...props} height={height} />
      </Suspense>
    </div>
  );
}
