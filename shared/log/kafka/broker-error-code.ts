/**
 * What the broker itself said went wrong, as the protocol names it: `NOT_LEADER_FOR_PARTITION`. Undefined when it said
 * nothing: a cut connection, a timeout. kafkajs wraps it in errors of its own.
 */
export function brokerErrorCode(error: unknown): string | undefined {
  for (let each = error; each instanceof Error; each = each.cause) {
    const { type } = each as { type?: unknown };
    if (typeof type === 'string') return type;
  }
  return undefined;
}
