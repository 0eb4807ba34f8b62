import { writeFileSync } from 'node:fs';
import { type Board, buildBoard } from './build-board.ts';
import { consoleBoard } from './console.ts';
import { glanceBoard } from './glance.ts';
import { guildBoard } from './guild.ts';
import { ingestBoard } from './ingest.ts';
import { projectionsBoard } from './projections.ts';
import { readApiBoard } from './read-api.ts';
import { storesBoard } from './stores.ts';

export const boards: readonly Board[] = [
  glanceBoard,
  ingestBoard,
  projectionsBoard,
  readApiBoard,
  consoleBoard,
  storesBoard,
];

/** The file from which Grafana reads the dashboard. */
export function boardFile({ uid }: Board): URL {
  return new URL(`../grafana/dashboards/${uid}.json`, import.meta.url);
}

export function boardText(board: Board): string {
  return `${JSON.stringify(buildBoard(board), null, 2)}\n`;
}

/** The file of the dashboard for members, which a recipe has. */
export const guildBoardFile = new URL('../../../docs/recipes/grafana-dashboard.json', import.meta.url);

export function guildBoardText(): string {
  return `${JSON.stringify(guildBoard(), null, 2)}\n`;
}

// `npm run build:dashboards`
if (import.meta.main) {
  for (const board of boards) writeFileSync(boardFile(board), boardText(board));
  writeFileSync(guildBoardFile, guildBoardText());
}
