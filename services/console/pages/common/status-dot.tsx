interface Props {
  readonly freshness: 'online' | 'stale' | 'offline';
}

const words = { online: 'online', stale: 'online, place older than 2 minutes', offline: 'offline' } as const;

export function StatusDot({ freshness }: Props) {
  return (
    <span className={`status-dot ${freshness}`} title={words[freshness]}>
      <span className="hidden-text">{words[freshness]}</span>
    </span>
  );
}
