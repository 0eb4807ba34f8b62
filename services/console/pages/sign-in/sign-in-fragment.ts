const texts: Readonly<Record<string, string>> = {
  not_in_guild: 'Your Discord account is not in this guild.',
  member_left: 'You left this guild’s hub, or were removed: an admin has to add you again.',
  not_admitted: 'The hub could not make you a member. Try again, or ask an admin to add you.',
  cancelled: 'You did not allow the sign-in at Discord.',
  expired: 'The sign-in took too long. Try again.',
  unavailable:
    'Discord or the hub does not answer at the moment. Try again later, or ask an admin for a link.',
  too_many_tries: 'Too many failed attempts from your address. Try again in ten minutes.',
  too_many_at_once: 'Others sign in from your address at the moment. Try again.',
  fault: 'Something is wrong with the hub, and its log says what. Tell an admin, who can send you a link.',
};

export function discordFailureText(code: string): string {
  return (
    texts[code] ?? `Signing in did not work (${code.slice(0, 40)}). Try again, or ask an admin for a link.`
  );
}

export function parseSignInFragment(hash: string): {
  readonly token: string | null;
  readonly failed: string | null;
} {
  const brought = new URLSearchParams(hash.slice(1));
  return { token: brought.get('token') || null, failed: brought.get('failed') || null };
}
