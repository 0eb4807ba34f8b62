import type { ComparedPart } from './event-table.tsx';

interface DropsOfAccount {
  readonly id: string;
  readonly logged: number | null;
  /** Null when no drop was ever sent. */
  readonly drops: number | null;
  readonly worth: number | null;
  readonly hasAllSources: boolean;
}

/** The most that the hub answers. */
const sourcesMax = 100;

export const comparedDrops: ComparedPart<DropsOfAccount> = {
  title: 'Drops and collection logs',
  titleOfGains: 'Drops',
  first: 'What',
  ask: async (client, { id, from }, signal) => {
    const [log, drops] = await Promise.all([
      from === undefined ? client.get('/accounts/{id}/collection-log', { id, limit: 1 }, signal) : null,
      client.get('/accounts/{id}/drops', { id, from }, signal),
    ]);
    const { sources } = drops.data;
    return {
      id,
      logged: log?.data.completed ?? null,
      drops: sources?.reduce((sum, source) => sum + source.drops, 0) ?? null,
      worth: sources?.reduce((sum, source) => sum + (source.value_gp ?? 0), 0) ?? null,
      hasAllSources: (sources?.length ?? 0) < sourcesMax,
    };
  },
  rowsOf: (all, isGained) => [
    { name: 'Worth of drops', unit: 'gp', values: new Map(all.map(({ id, worth }) => [id, worth])) },
    { name: 'Drops', values: new Map(all.map(({ id, drops }) => [id, drops])) },
    // The hub has no count of the log at an earlier time.
    ...(isGained
      ? []
      : [{ name: 'Collection log', values: new Map(all.map(({ id, logged }) => [id, logged])) }]),
  ],
  noteOf: (all) =>
    all.every(({ hasAllSources }) => hasAllSources)
      ? null
      : `Drops of a player count from the ${sourcesMax} sources with the most worth.`,
};
