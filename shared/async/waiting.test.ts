import { describe, expect, it } from 'vitest';
import { pause, pollUntil, retryUntil, unlessAborted, within } from './waiting.ts';

describe('within', () => {
  it('gives the result of work that is done in time', async () => {
    expect(await within(60_000, Promise.resolve('done'), () => 'late')).toBe('done');
    await expect(within(60_000, Promise.reject(new Error('failed')), () => 'late')).rejects.toThrow('failed');
  });

  it('gives the replacement or throws its error, and ignores a later failure of the work', async () => {
    const work = Promise.withResolvers<string>();
    expect(await within(1, work.promise, () => 'late')).toBe('late');
    const refused = within(1, work.promise, () => {
      throw new Error('too late');
    });
    await expect(refused).rejects.toThrow('too late');
    work.reject(new Error('unheard'));
  });
});

describe('unlessAborted', () => {
  it('gives the result of work, or throws its error', async () => {
    const { signal } = new AbortController();
    expect(await unlessAborted(signal, Promise.resolve('done'))).toBe('done');
    expect(await unlessAborted(undefined, Promise.resolve('done'))).toBe('done');
    await expect(unlessAborted(signal, Promise.reject(new Error('failed')))).rejects.toThrow('failed');
  });

  it('throws the reason, even for a signal that was aborted earlier, and ignores a later failure', async () => {
    const stop = new AbortController();
    const work = Promise.withResolvers<string>();
    const waiting = unlessAborted(stop.signal, work.promise);
    stop.abort(new Error('stopped'));
    await expect(waiting).rejects.toThrow('stopped');
    await expect(unlessAborted(stop.signal, work.promise)).rejects.toThrow('stopped');
    work.reject(new Error('unheard'));
  });
});

describe('pollUntil', () => {
  it('asks until it gets an answer', async () => {
    let asked = 0;
    const ask = async () => {
      asked += 1;
      return asked < 3 ? null : asked;
    };
    expect(await pollUntil(ask, { withinMs: 60_000, everyMs: 1 })).toBe(3);
  });

  it('stops asking when the time is over, or when it is aborted', async () => {
    const nothing = async () => null;
    expect(await pollUntil(nothing, { withinMs: 5, everyMs: 1 })).toBeNull();
    const stopping = new AbortController();
    const asking = pollUntil(nothing, { withinMs: 60_000, everyMs: 60_000, signal: stopping.signal });
    stopping.abort();
    expect(await asking).toBeNull();
  });
});

describe('retryUntil', () => {
  const failing = (failures: number) => {
    let tried = 0;
    return async () => {
      tried += 1;
      if (tried <= failures) throw new Error(`failure ${tried}`);
      return tried;
    };
  };

  it('tries until it works', async () => {
    expect(await retryUntil(failing(2), { withinMs: 60_000, everyMs: 1 })).toBe(3);
  });

  it('throws the last error when the time is over, and throws a permanent error at once', async () => {
    await expect(retryUntil(failing(1), { withinMs: 0, everyMs: 1 })).rejects.toThrow('failure 1');
    const options = {
      withinMs: 60_000,
      everyMs: 1,
      mayPass: (error: unknown) => !String(error).includes('2'),
    };
    await expect(retryUntil(failing(5), options)).rejects.toThrow('failure 2');
  });
});

it('pauses until the signal, and does not pause when no time is left', async () => {
  const stopping = new AbortController();
  const paused = pause(60_000, stopping.signal);
  stopping.abort();
  await paused;
  await pause(60_000, stopping.signal);
  await pause(-1);
});
