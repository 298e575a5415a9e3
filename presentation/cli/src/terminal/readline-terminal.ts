import { createInterface } from 'node:readline';
import { editText } from './edit-text.ts';
import { takeOver } from './take-over.ts';
import type { Question, Reply, Terminal } from './terminal.ts';

const mostHistory = 500;
/** Typed-ahead input arrives within this time; nobody reads and answers a question faster. */
const typedAheadMs = 60;

export interface TerminalStreams {
  readonly input: NodeJS.ReadableStream;
  readonly output: NodeJS.WritableStream;
  readonly editor: string | undefined;
}

/** Reads the terminal only while it asks, so that Ctrl-C reaches the process at all other times. */
export function readlineTerminal({ input, output, editor }: TerminalStreams): Terminal {
  let history: string[] = [];

  return {
    takeOver: (listener) => takeOver({ input, output }, listener),
    edit: async (text) => (editor === undefined ? undefined : editText(editor, text)),
    ask: ({ text, takes, signal }: Question) =>
      new Promise<Reply>((resolve) => {
        if (signal?.aborted) return resolve({ kind: 'withdrawn' });
        const prompt = createInterface({
          input,
          output,
          history: takes === 'message' ? [...history] : [],
          historySize: takes === 'message' ? mostHistory : 0,
          removeHistoryDuplicates: true,
        });
        const lines: string[] = [];
        let listens = takes === 'message';
        let isOver = false;
        const withdraw = (): void => finish({ kind: 'withdrawn' });
        const finish = (reply: Reply): void => {
          if (isOver) return;
          isOver = true;
          clearTimeout(guard);
          signal?.removeEventListener('abort', withdraw);
          prompt.close();
          if (reply.kind === 'withdrawn' || reply.kind === 'interrupted') output.write('\n');
          resolve(reply);
        };
        const guard = setTimeout(
          () => {
            if (listens) return;
            listens = true;
            if (!prompt.terminal) return;
            // A typed-ahead half line is not an answer either.
            prompt.write(null, { ctrl: true, name: 'e' });
            prompt.write(null, { ctrl: true, name: 'u' });
          },
          listens ? 0 : typedAheadMs,
        );
        signal?.addEventListener('abort', withdraw, { once: true });
        prompt.on('history', (entries) => {
          if (takes === 'message') history = entries;
        });
        prompt.on('SIGINT', () => finish({ kind: 'interrupted' }));
        prompt.on('close', () => finish({ kind: 'ended' }));
        prompt.on('line', (line) => {
          if (!listens) {
            prompt.prompt();
            return;
          }
          lines.push(line);
          // Lines that are pasted come all at once.
          if (lines.length > 1) return;
          setImmediate(() =>
            finish({ kind: 'line', text: takes === 'message' ? lines.join('\n') : (lines[0] ?? '') }),
          );
        });
        prompt.setPrompt(text);
        prompt.prompt();
      }),
  };
}
