import { moment } from '../measure/moment.ts';
import { type CountingSocket, openCountingSocket } from './counting-socket.ts';

export interface Connect {
  readonly url: string;
  readonly count: number;
  /** Sent by each client, with `{n}` replaced by its number; each then waits for one answer. */
  readonly greeting?: string | undefined;
}

/** Any number of WebSocket clients in one process that only count received frames. */
export function openCountingClient() {
  const sockets: CountingSocket[] = [];
  let received = 0;
  let receivedBytes = 0;
  let awaited: { readonly total: number; readonly reached: (at: number) => void } | undefined;

  const counted = (frames: number, bytes: number): void => {
    received += frames;
    receivedBytes += bytes;
    if (awaited === undefined || received < awaited.total) return;
    awaited.reached(moment());
    awaited = undefined;
  };

  function reach(total: number): Promise<number> {
    if (received >= total) return Promise.resolve(moment());
    return new Promise((resolve) => (awaited = { total, reached: resolve }));
  }

  return {
    async connect({ url, count, greeting }: Connect): Promise<void> {
      received = 0;
      for (let number = 0; number < count; number++) {
        const socket = await openCountingSocket(url, counted);
        if (greeting !== undefined) socket.send(greeting.replace('{n}', String(number)));
        sockets.push(socket);
      }
      if (greeting !== undefined) await reach(count);
      received = 0;
    },

    /** Resets the count. Frames still in transit count. */
    async reset(): Promise<void> {
      received = 0;
    },

    /** When that many frames had arrived since the last reset. */
    reached: ({ frames }: { frames: number }): Promise<number> => reach(frames),

    /** One request on its own connection; returns the time and size until the answer was complete. */
    async ask({
      url,
      question,
    }: {
      url: string;
      question: string;
    }): Promise<{ took: number; bytes: number }> {
      received = 0;
      receivedBytes = 0;
      const socket = await openCountingSocket(url, counted);
      const started = moment();
      socket.send(question);
      const ended = await reach(1);
      socket.close();
      return { took: ended - started, bytes: receivedBytes };
    },

    async disconnect(): Promise<void> {
      for (const socket of sockets.splice(0)) socket.close();
    },
  };
}
