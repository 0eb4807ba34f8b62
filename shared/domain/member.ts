import { z } from 'zod';
import { isPlainLine, nameLengthMax, plainLineRule, withoutDirectionMarks } from './text.ts';

/** A member's name as the guild page shows it. */
export const MemberName = z.string().trim().min(1).max(nameLengthMax);
export const chatIdLengthMax = 64;
/** A member's id in the guild's chat, opaque to the hub. */
export const ChatId = z.string().trim().min(1).max(chatIdLengthMax);

/** What a member calls a paired plugin. */
export const DeviceName = z.string().trim().min(1).max(64);

// As somebody gives them. Events keep the schemas above: an old one has to read as it was, or a rebuild would differ.
export const GivenMemberName = asGiven(MemberName);
export const GivenDeviceName = asGiven(DeviceName);
/** The label of an API key. */
export const GivenLabel = asGiven(z.string().trim().min(1).max(64));

function asGiven(schema: z.ZodString) {
  return z.string().transform(withoutDirectionMarks).pipe(schema.refine(isPlainLine, plainLineRule));
}

/** Active user keys that one member may hold (decisions.md, Keys). */
export const userApiKeysMax = 10;
/** How many pairing codes of one member may be open at a time, and how long a code is valid (plugin-protocols.md 1). */
export const pairingCodesMax = 3;
export const pairingCodeLifeMs = 5 * 60_000;
/** Active devices that one member may have of a plugin when a token for another one is made (decisions.md, Keys, members). */
export const deviceTokensMax = 20;

/**
 * An IANA time zone as it is spelled, from one in any case; null for what is none, as an offset like `+05:30`. The platform
 * has another name for what has two, as for Asia/Kolkata: such a one stays as it was given, since it is the name that people know.
 */
export function canonicalTimeZone(zone: string): string | null {
  // Newer platforms take an offset for a zone.
  if (/^[+-]/.test(zone)) return null;
  try {
    const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions();
    return timeZone.toLowerCase() === zone.toLowerCase() ? timeZone : zone;
  } catch {
    return null;
  }
}
