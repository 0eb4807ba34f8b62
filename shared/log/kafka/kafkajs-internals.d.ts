/** Internal parts of kafkajs. Its version is pinned, and the contract test covers these parts. */
declare module 'kafkajs/src/cluster/index.js' {
  import type { ClusterOptions, KafkaBroker, PartitionLeader } from 'kafkajs/src/adapter-types.js';

  class Cluster {
    constructor(options: ClusterOptions);
    /** By node id. */
    readonly brokerPool: { readonly brokers: Readonly<Record<string, KafkaBroker>> };
    connect(): Promise<void>;
    disconnect(): Promise<void>;
    addMultipleTargetTopics(topics: string[]): Promise<void>;
    refreshMetadata(): Promise<void>;
    findBroker(options: { nodeId: string }): Promise<KafkaBroker>;
    removeBroker(address: { readonly host: string; readonly port: number }): void;
    findTopicPartitionMetadata(topic: string): PartitionLeader[];
  }
  export = Cluster;
}

declare module 'kafkajs/src/adapter-types.js' {
  import type { ISocketFactory, SASLOptions } from 'kafkajs';

  export interface ClusterOptions {
    logger: unknown;
    socketFactory: ISocketFactory;
    brokers: string[];
    ssl: boolean;
    sasl: SASLOptions | undefined;
    clientId: string;
    connectionTimeout: number;
    authenticationTimeout: number;
    reauthenticationThreshold: number;
    requestTimeout: number;
    enforceRequestTimeout: boolean;
    metadataMaxAge: number;
    maxInFlightRequests: number;
    isolationLevel: number;
    allowAutoTopicCreation: boolean;
    retry: { retries: number };
  }

  export interface PartitionLeader {
    partitionId: number;
    leader: number;
  }

  export interface FetchedMessage {
    offset: string;
    timestamp: string;
    key: Buffer | null;
    value: Buffer | null;
    headers: Record<string, Buffer | undefined>;
  }

  export interface FetchedPartition {
    partition: number;
    highWatermark: string;
    /** The log start offset. */
    lastStartOffset: string;
    messages: FetchedMessage[];
  }

  export interface ProduceMessage {
    key: string;
    value: Buffer | null;
    headers: Record<string, string>;
    timestamp: number;
  }

  export interface KafkaBroker {
    readonly connectionPool: { readonly host: string; readonly port: number };
    disconnect(): Promise<void>;
    produce(request: {
      acks: -1;
      timeout: number;
      compression: number;
      producerId: string;
      producerEpoch: number;
      topicData: {
        topic: string;
        partitions: { partition: number; firstSequence: number; messages: ProduceMessage[] }[];
      }[];
    }): Promise<{
      topics: {
        topicName: string;
        partitions: { partition: number; baseOffset: string; logAppendTime: string }[];
      }[];
    }>;
    initProducerId(request: {
      transactionTimeout: number;
    }): Promise<{ producerId: string; producerEpoch: number }>;
    fetch(request: {
      isolationLevel: number;
      maxWaitTime: number;
      minBytes: number;
      maxBytes: number;
      topics: { topic: string; partitions: { partition: number; fetchOffset: string; maxBytes: number }[] }[];
    }): Promise<{ responses: { topicName: string; partitions: FetchedPartition[] }[] }>;
    listOffsets(request: {
      isolationLevel: number;
      topics: { topic: string; partitions: { partition: number; timestamp: string }[] }[];
    }): Promise<{ responses: { topic: string; partitions: { partition: number; offset: string }[] }[] }>;
  }
}

declare module 'kafkajs/src/consumer/batch.js' {
  import type { FetchedMessage, FetchedPartition } from 'kafkajs/src/adapter-types.js';

  /**
   * Leaves out records below the wanted offset, transaction markers, and records of aborted
   * transactions.
   */
  class Batch {
    constructor(topic: string, fetchedOffset: string, partition: FetchedPartition);
    readonly messages: FetchedMessage[];
  }
  export = Batch;
}

declare module 'kafkajs/src/network/socketFactory.js' {
  import type { ISocketFactory } from 'kafkajs';

  const createSocketFactory: () => ISocketFactory;
  export = createSocketFactory;
}

declare module 'kafkajs/src/network/requestQueue/index.js' {
  class RequestQueue {
    pending: unknown[];
    throttledUntil: number;
    checkPendingRequests(): void;
    scheduleCheckPendingRequests(): void;
  }
  export = RequestQueue;
}

declare module 'kafkajs/src/loggers/index.js' {
  import type { logCreator, logLevel } from 'kafkajs';

  const loggers: { createLogger(options: { level: logLevel; logCreator: logCreator }): unknown };
  export = loggers;
}
