import type { RecordedEventOf } from '../../../../shared/events/event.ts';
import type {
  decommissionSwitched,
  parkedRecordDropped,
  parkedRecordRetried,
} from '../../../../shared/events/membership/hub.ts';
import type { ParkedDecisionRow } from '../../tables/hub.ts';
import { need } from '../needs.ts';
import type { CommandRule, RuleRows } from '../rule.ts';

export const decommissionSwitchedRule: CommandRule<typeof decommissionSwitched> = {
  needs: () => [need('decommission', 'key', 'hub')],
  decide: (rows, { data: { on }, recordTime }) => {
    if (rows.get('decommission', 'hub')?.on !== on) {
      rows.put('decommission', { hub: 'hub', on, since: recordTime });
    }
    return null;
  },
};

export const parkedRecordRetriedRule: CommandRule<typeof parkedRecordRetried> = {
  needs: () => [],
  decide: (rows, { data }) => keepDecision(rows, data, 'retry'),
};

export const parkedRecordDroppedRule: CommandRule<typeof parkedRecordDropped> = {
  needs: () => [],
  decide: (rows, { data }) => keepDecision(rows, data, 'drop'),
};

/** The engine applies the decision in each of these projections and in every rebuild. */
function keepDecision(
  rows: RuleRows,
  data: RecordedEventOf<typeof parkedRecordRetried | typeof parkedRecordDropped>['data'],
  decision: ParkedDecisionRow['decision'],
): null {
  for (const projection of data.projections) {
    const { record_id: recordId, offset: recordOffset } = data;
    rows.put('parkedDecisions', { projection, recordId, recordOffset, decision });
  }
  return null;
}
