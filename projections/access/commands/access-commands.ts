import { accountBlock } from './account-block.ts';
import { accountErasure } from './account-erasure.ts';
import { accountTransfer } from './account-transfer.ts';
import { adminChange, firstAdmin } from './admin-change.ts';
import { decommissionSwitch } from './decommission-switch.ts';
import { devicePairing } from './device-pairing.ts';
import { deviceRenaming } from './device-renaming.ts';
import { deviceRevocation } from './device-revocation.ts';
import { identitySighting } from './identity-sighting.ts';
import { keyChange } from './key-change.ts';
import { keyCreation } from './key-creation.ts';
import { keyRevocation } from './key-revocation.ts';
import { memberAddition } from './member-addition.ts';
import { memberChange } from './member-change.ts';
import { memberDeparture } from './member-departure.ts';
import { memberErasure, refusedMemberErasure } from './member-erasure.ts';
import { pairingCodeOpening } from './pairing-code-opening.ts';
import { parkedDrop, parkedRetry } from './parked-decisions.ts';
import { sharingChange } from './sharing-change.ts';

/**
 * Every command that changes membership: a pure function of the directory that it is decided on and of a wish, which
 * says who gives it. What is drawn or measured, as ids, secrets and times, comes in with the wish. It throws
 * `CommandRefused` where the directory shows that the wish cannot be granted; `carryOut` has the fold decide the rest.
 */
export const accessCommands = {
  accountBlock,
  accountErasure,
  accountTransfer,
  adminChange,
  decommissionSwitch,
  devicePairing,
  deviceRenaming,
  deviceRevocation,
  firstAdmin,
  identitySighting,
  keyChange,
  keyCreation,
  keyRevocation,
  memberAddition,
  memberChange,
  memberDeparture,
  memberErasure,
  pairingCodeOpening,
  parkedDrop,
  parkedRetry,
  refusedMemberErasure,
  sharingChange,
} as const;
