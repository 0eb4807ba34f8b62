interface Standing {
  readonly team: string | null;
}

/** More lines hide each other. */
const drawnMax = 6;

/** The viewer, and in turn the best of each team. The order stays. */
export function drawnStandings<Row extends Standing>(
  standings: readonly Row[],
  own: Row | undefined,
): readonly Row[] {
  const inTurn = [...Map.groupBy(standings, ({ team }) => team).values()]
    .flatMap((ofTeam) => ofTeam.map((row, place) => ({ row, place: row === own ? -1 : place })))
    .sort((one, other) => one.place - other.place)
    .slice(0, drawnMax)
    .map(({ row }) => row);
  return standings.filter((row) => inTurn.includes(row));
}
