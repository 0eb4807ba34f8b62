interface Props {
  readonly title: string;
  readonly current: number;
  /** `current` may exceed this. */
  readonly max: number;
  readonly kind: 'hp' | 'prayer';
}

export function GaugeBar({ title, current, max, kind }: Props) {
  return (
    <div>
      <dt>{title}</dt>
      <dd>
        {current}/{max}
        <meter
          className={kind}
          aria-label={title}
          min={0}
          max={Math.max(1, max)}
          value={Math.min(current, max)}
        />
      </dd>
    </div>
  );
}
