import { z } from 'zod';
import { defineMembershipEvent } from './define-membership-event.ts';

export const decommissionSwitched = defineMembershipEvent({
  type: 'decommission-switched',
  description:
    'The switch that tells all plugins to disconnect for good. While on, every plugin endpoint answers 410. The read API continues.',
  appended: 'when an admin or a command turns the switch',
  key: 'hub',
  fields: { on: z.boolean().describe('Whether the hub is switched off for plugins.') },
});

const parkedRecord = {
  record_id: z.uuid().describe('The parked record.'),
  projections: z.array(z.string()).min(1).describe('The projections that parked the record.'),
  offset: z.int().describe('The offset of the parked record.'),
};

export const parkedRecordRetried = defineMembershipEvent({
  type: 'parked-record-retried',
  description:
    'The projections that parked a record fold the record again, with the records that wait behind it. A projection that parks single records takes the appended copy instead.',
  appended: 'by `hub parked retry`, or the page “The hub”',
  key: 'hub',
  fields: parkedRecord,
});

export const parkedRecordDropped = defineMembershipEvent({
  type: 'parked-record-dropped',
  description:
    'The projections that parked a record leave the record out for good, and continue with the records that wait behind it.',
  appended: 'by `hub parked drop`, or the page “The hub”',
  key: 'hub',
  fields: parkedRecord,
});
