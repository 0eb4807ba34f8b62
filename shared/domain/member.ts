import { z } from 'zod';
import { dayMs } from './durations.ts';
import { isPlainLine, nameLengthMax, plainLineRule, withoutDirectionMarks } from './text.ts';

export const MemberName = z.string().trim().min(1).max(nameLengthMax);
export const chatIdLengthMax = 64;
/** A member's id in the guild's chat, opaque to the hub. */
export const ChatId = z.string().trim().min(1).max(chatIdLengthMax);

/** Null unless Discord may have given the id: a snowflake has 15 to 22 digits. */
export function discordIdOf(chatId: string | null): string | null {
  return chatId !== null && /^\d{15,22}$/.test(chatId) ? chatId : null;
}

/** A member's name for a paired plugin. */
export const DeviceName = z.string().trim().min(1).max(64);

// Events keep the schemas above, because a rebuild must read old events in the same way.
export const GivenMemberName = inputSchemaOf(MemberName);
export const GivenDeviceName = inputSchemaOf(DeviceName);
/** The label of an API key, the title of a competition, or the name of a team. */
export const GivenLabel = inputSchemaOf(z.string().trim().min(1).max(64));

function inputSchemaOf(schema: z.ZodString) {
  return z.string().transform(withoutDirectionMarks).pipe(schema.refine(isPlainLine, plainLineRule));
}

/** Active user API keys of one member (rules/members.md#keys). */
export const userApiKeysMax = 10;
/** Open pairing codes of one member, and the life of a pairing code (plugin-protocols.md 1). */
export const pairingCodesMax = 3;
export const pairingCodeLifeMs = 5 * 60_000;
/** Active devices with a token, for one member and plugin (rules/members.md#tokens). */
export const deviceTokensMax = 20;
/** A token without a message for this time is revoked (rules/members.md#tokens). */
export const unusedTokenLifeMs = 30 * dayMs;

/**
 * An IANA time zone in its official spelling; null for other text, like the offset `+05:30`. A zone
 * with another name in the platform, like Asia/Kolkata, keeps the given name.
 */
export function canonicalTimeZone(zone: string): string | null {
  // Newer platforms accept an offset as a zone.
  if (/^[+-]/.test(zone)) return null;
  try {
    const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions();
    return timeZone.toLowerCase() === zone.toLowerCase() ? timeZone : zone;
  } catch {
    return null;
  }
}
