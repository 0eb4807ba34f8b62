type Channel = InstanceType<typeof BroadcastChannel>;

/** The number of unhandled messages of each open channel. */
const underWay = new Map<Channel, number>();

export function isMessageUnderWay(): boolean {
  return [...underWay.values()].some((count) => count > 0);
}

/** A channel of Node whose messages `isMessageUnderWay` counts. */
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
    // After the promises in which a tab handles the message.
    setImmediate(() => {
      const count = underWay.get(channel);
      if (count !== undefined) underWay.set(channel, count - 1);
    });
  });
  underWay.set(channel, 0);
  return channel;
}
