import type { Break } from '../break.ts';
import { accessBreaks } from './access.ts';
import { backupBreaks } from './backup.ts';
import { commitBreaks } from './commit.ts';
import { consoleBreaks } from './console.ts';
import { erasureBreaks } from './erasure.ts';
import { feedBreaks } from './feed.ts';
import { guildBreaks } from './guild.ts';
import { historyBreaks } from './history.ts';
import { ingestBreaks } from './ingest.ts';
import { limitBreaks } from './limits.ts';
import { releaseBreaks } from './releases.ts';
import { roleBreaks } from './roles.ts';
import { sessionBreaks } from './sessions.ts';
import { snapshotBreaks } from './snapshot.ts';
import { visibilityBreaks } from './visibility.ts';

/** All breaks, in the order in which they run. */
export const breaks: readonly Break[] = [
  ...accessBreaks,
  ...backupBreaks,
  ...commitBreaks,
  ...consoleBreaks,
  ...erasureBreaks,
  ...feedBreaks,
  ...guildBreaks,
  ...historyBreaks,
  ...ingestBreaks,
  ...limitBreaks,
  ...releaseBreaks,
  ...roleBreaks,
  ...sessionBreaks,
  ...snapshotBreaks,
  ...visibilityBreaks,
];
