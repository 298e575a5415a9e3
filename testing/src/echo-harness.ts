import type { Harness, HarnessEvent, HarnessTurn } from '@loggia/sessions';

export interface EchoOptions {
  readonly provider?: string;
  /** Between two words. */
  readonly delayMs?: number;
  /** How waiting is done; tests with a clock of their own bring their own. */
  readonly sleep?: (ms: number, signal: AbortSignal) => Promise<void>;
}

type Script = (turn: HarnessTurn, rest: string, pause: () => Promise<void>) => AsyncIterable<HarnessEvent>;

/** What the first word of a message makes it do; anything else is said back, word by word. */
const scripts: Readonly<Record<string, Script>> = {
  async *'/think'(turn, rest, pause) {
    yield { kind: 'reasoning', text: 'Hm. ' };
    await pause();
    yield { kind: 'reasoning', text: 'Indeed.' };
    yield* say(turn, rest, pause);
  },
  async *'/ask'(turn, rest) {
    const answer = await turn.ask({
      message: rest || 'What is your name?',
      fields: [{ id: 'answer', message: rest || 'Name', type: 'text', required: true }],
    });
    yield {
      kind: 'text',
      text: answer.kind === 'accepted' ? `You said ${answer.values['answer']}.` : 'Never mind.',
    };
  },
  async *'/tool'(turn, rest) {
    const [name = '', ...input] = rest.split(' ');
    const outcome = await turn.callTool({ name, input: input.join(' ') || '{}', says: `Using ${name}` });
    yield {
      kind: 'text',
      text: `${outcome.kind}: ${outcome.kind === 'done' ? outcome.text : (outcome.message ?? '')}`,
    };
  },
  async *'/confirm'(turn, rest) {
    const outcome = await turn.callTool({
      name: rest,
      input: '{}',
      says: `May I use ${rest}?`,
      confirm: true,
    });
    yield { kind: 'text', text: outcome.kind };
  },
  async *'/forever'(turn, rest, pause) {
    for (let count = 0; !turn.signal.aborted; count++) {
      yield { kind: 'text', text: `${rest || 'tick'} ${count} ` };
      await pause();
    }
  },
  async *'/fail'(_turn, rest) {
    yield { kind: 'text', text: 'Well… ' };
    throw new Error(rest || 'It did not work');
  },
  async *'/resume'(turn, rest, pause) {
    if (turn.resumes) return yield* say(turn, `after "${turn.resumes.soFar.trim()}" ${rest}`, pause);
    yield { kind: 'text', text: 'first half ' };
    throw new Error('Broken off on purpose');
  },
  async *'/history'(turn) {
    const lines = turn.history().map(({ message, reply }) => `${message.text} → ${reply.trim()}`);
    yield { kind: 'text', text: lines.join('\n') };
  },
};

async function* say(
  turn: HarnessTurn,
  text: string,
  pause: () => Promise<void>,
): AsyncIterable<HarnessEvent> {
  yield { kind: 'activity', text: 'Echoing' };
  for (const word of text.split(' ')) {
    await pause();
    yield { kind: 'text', text: `${word} ` };
    const steering = turn.takeSteering();
    if (steering) yield { kind: 'text', text: `(${steering.text}) ` };
  }
  yield { kind: 'usage', inputTokens: text.length, outputTokens: text.length };
}

function realSleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', abort);
      resolve();
    }, ms);
    const abort = () => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    };
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort, { once: true });
  });
}

/** An agent that needs no model: says back what it hears, streamed. For tests only. */
export function createHarness(options: EchoOptions = {}): Harness {
  const { provider = 'echo', delayMs = 0, sleep = realSleep } = options;
  return {
    describe: {
      provider,
      displayName: 'Echo',
      description: 'Says back what it hears.',
      models: [{ id: 'echo-1', name: 'Echo 1', maxContextWindow: 1000 }],
      chats: { several: true, fork: true, side: true },
    },
    run: (turn) => {
      const [first = '', ...rest] = turn.message.text.split(' ');
      const pause = () => (delayMs > 0 ? sleep(delayMs, turn.signal) : Promise.resolve());
      const script = Object.hasOwn(scripts, first) ? scripts[first] : undefined;
      return script ? script(turn, rest.join(' '), pause) : say(turn, turn.message.text, pause);
    },
  };
}
