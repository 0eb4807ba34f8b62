import type { MessageKind } from '../../plugin-adapter.ts';

/** The updates that the hub reads, by the last part of their address. */
export const rseyeMessageKinds: readonly MessageKind[] = [
  { kind: 'login_update', title: 'Login and logout' },
  { kind: 'position_update', title: 'Location' },
  { kind: 'stat_update', title: 'Skills, hit points and prayer' },
  { kind: 'equipment_update', title: 'Equipment' },
  { kind: 'inventory_update', title: 'Inventory' },
];
