type Channel = InstanceType<typeof BroadcastChannel>;

/**
 * The open channels of all test tabs of this thread, each with the number of messages that it has
 * not handled yet.
 */
const underWay = new Map<Channel, number>();

/** Whether a message between test tabs was sent and not dealt with. */
export function isMessageUnderWay(): boolean {
  return [...underWay.values()].some((count) => count > 0);
}

/** Opens one of Node's own channels, whose messages `isMessageUnderWay` knows. */
export function openCountedChannel(name: string): Channel {
  const channel = new BroadcastChannel(name);
  const [post, close] = [channel.postMessage.bind(channel), channel.close.bind(channel)];
  channel.postMessage = (message) => {
    for (const [other, count] of underWay) {
      if (other !== channel && other.name === name) underWay.set(other, count + 1);
    }
    post(message);
  };
  channel.close = () => {
    underWay.delete(channel);
    close();
  };
  channel.addEventListener('message', () => {
    // After the promises with which a tab deals with the message.
    setImmediate(() => {
      const count = underWay.get(channel);
      if (count !== undefined) underWay.set(channel, count - 1);
    });
  });
  underWay.set(channel, 0);
  return channel;
}
