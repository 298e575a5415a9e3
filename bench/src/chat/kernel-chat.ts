import { type Channel, Kernel } from '@loggia/kernel';
import { kinds } from '@loggia/sessions';
import { eventLoopScheduler, openSqliteStore, systemClock } from '@loggia/storage';
import { moment } from '../measure/moment.ts';
import { chatUri, chatWith, delta, turnBegun, turnEnded } from './conversation.ts';

export interface Stream {
  readonly turns: number;
  readonly deltasPerTurn: number;
  /** The number appended in one turn of the event loop, and so committed together. */
  readonly perBatch: number;
}

/** The kernel on its own SQLite file, streaming into one chat. */
export async function openKernelChat() {
  let kernel: Kernel | undefined;
  let chat: Channel | undefined;
  let turn = 0;

  return {
    async open({ file, pastTurns }: { file: string; pastTurns: number }): Promise<void> {
      const store = openSqliteStore(file);
      kernel = await Kernel.open({ store, kinds, clock: systemClock, scheduler: eventLoopScheduler });
      chat = kernel.create(chatUri, 'chat', chatWith(pastTurns));
      kernel.pin(chat);
      await kernel.settled();
    },

    /** Returns the time until everything was durable, including snapshots that fell due meanwhile. */
    async stream({ turns, deltasPerTurn, perBatch }: Stream): Promise<number> {
      if (!kernel || !chat) throw new Error('Open it first.');
      const started = moment();
      for (const last = turn + turns; turn < last;) {
        turn += 1;
        for (const action of turnBegun(turn)) kernel.append(chat, action);
        for (let index = 1; index <= deltasPerTurn; index++) {
          kernel.append(chat, delta(turn));
          if (index % perBatch === 0) await kernel.settled();
        }
        kernel.append(chat, turnEnded(turn));
      }
      await kernel.settled();
      return moment() - started;
    },
  };
}
