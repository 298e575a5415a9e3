import { setImmediate as nextTurn } from 'node:timers/promises';
import { filler } from '../chat/conversation.ts';
import { moment } from '../measure/moment.ts';
import { openBareServer } from '../wire/bare-server.ts';

const asText = { binary: false } as const;

/** A loop that sends one prepared buffer to every client. */
export async function openFanOutBare() {
  const { url, sockets } = await openBareServer();

  return {
    open: async (): Promise<{ url: string }> => ({ url }),

    /** Returns when the first message was sent. */
    async send(order: { bursts: number; perBurst: number; bytes: number }): Promise<number> {
      const buffer = Buffer.from(filler(order.bytes));
      const started = moment();
      for (let burst = 0; burst < order.bursts; burst++) {
        for (let index = 0; index < order.perBurst; index++) {
          for (const socket of sockets) socket.send(buffer, asText);
        }
        await nextTurn();
      }
      return started;
    },
  };
}
