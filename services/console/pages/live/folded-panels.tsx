import { useRemembered } from '../state/use-remembered.ts';

export interface Fold {
  readonly isFolded: boolean;
  readonly onFold: (isFolded: boolean) => void;
}

const panels = ['list', 'feed'] as const;
type PanelName = (typeof panels)[number];

/** Panels next to the map. On a phone they stand over the map, and no panel is folded. */
export function useFoldedPanels(): readonly [folded: readonly string[], of: (panel: PanelName) => Fold] {
  const [folded, setFolded] = useRemembered<readonly PanelName[]>('folded', [], parsePanels);
  return [
    folded,
    (panel) => ({
      isFolded: folded.includes(panel),
      onFold: (isFolded) => {
        const others = folded.filter((each) => each !== panel);
        setFolded(isFolded ? [...others, panel] : others);
      },
    }),
  ];
}

function parsePanels(stored: unknown): readonly PanelName[] | null {
  return Array.isArray(stored) ? panels.filter((panel) => stored.includes(panel)) : null;
}

export function FoldButton({
  fold: { isFolded, onFold },
  of,
}: {
  readonly fold: Fold;
  readonly of: PanelName;
}) {
  return (
    <button
      type="button"
      className="icon-button fold-panel"
      aria-label={`Show the ${of}`}
      aria-expanded={!isFolded}
      title={isFolded ? `Show the ${of}` : `Fold the ${of}`}
      onClick={() => onFold(!isFolded)}
    >
      <span aria-hidden="true">{isFolded ? '▾' : '▴'}</span>
    </button>
  );
}
