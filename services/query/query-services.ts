import type { DirectoryKeeper } from '../../projections/access/directory/directory.ts';
import type { SessionKeys } from '../../projections/access/visibility/session-keys.ts';
import type { StateCopy } from '../../projections/account-state/queries/state-copy.ts';
import type { Cursors } from '../../projections/event-feed/queries/cursor.ts';
import type { EventFeedQueries } from '../../projections/event-feed/queries/event-feed-queries.ts';
import type { Clock } from '../../shared/clock.ts';
import type { ApiKeyUses } from './api-key-use/note-api-key-use.ts';
import type { EventTexts } from './events/event-json-cache.ts';
import type { HistorySources } from './history/history-sources.ts';
import type { ItemCatalogue } from './items/item-catalogue.ts';
import type { KeptAnswers } from './kept-answers.ts';
import type { Snapshots } from './snapshot/snapshots.ts';
import type { StatementTurns } from './streams/statement-turns.ts';

export interface QueryServices {
  readonly clock: Clock;
  readonly directory: DirectoryKeeper;
  readonly sessionKeys: SessionKeys;
  readonly noteKeyUse: ApiKeyUses['note'];
  readonly state: StateCopy;
  readonly snapshots: Snapshots;
  readonly feed: EventFeedQueries;
  readonly eventTexts: EventTexts;
  readonly cursors: Cursors;
  readonly history: HistorySources;
  readonly items: ItemCatalogue;
  readonly keptAnswers: KeptAnswers;
  readonly statementTurns: Pick<StatementTurns, 'of'>;
}
