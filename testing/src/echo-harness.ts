import { rm, writeFile } from 'node:fs/promises';
import type { Form, Harness, HarnessEvent, HarnessTurn, SampleRequest, ToolOutcome } from '@loggia/sessions';

export interface EchoOptions {
  readonly provider?: string;
  /** The pause between two words. */
  readonly delayMs?: number;
  /** How to wait; tests with their own clock replace it. */
  readonly sleep?: (ms: number, signal: AbortSignal) => Promise<void>;
}

type Script = (turn: HarnessTurn, rest: string, pause: () => Promise<void>) => AsyncIterable<HarnessEvent>;

/** The command for each first word of a message; any other message is echoed, word by word. */
const scripts: Readonly<Record<string, Script>> = {
  async *'/think'(turn, rest, pause) {
    yield { kind: 'reasoning', text: 'Hm. ' };
    await pause();
    yield { kind: 'reasoning', text: 'Indeed.' };
    yield* say(turn, rest, pause);
  },
  /** One field for an answer, or the following form as JSON. */
  async *'/ask'(turn, rest) {
    if (rest.startsWith('{')) {
      yield { kind: 'text', text: `Asked: ${JSON.stringify(await turn.ask(JSON.parse(rest) as Form))}` };
      return;
    }
    const answer = await turn.ask({
      message: rest || 'What is your name?',
      fields: [{ id: 'answer', message: rest || 'Name', type: 'text', required: true }],
    });
    yield {
      kind: 'text',
      text: answer.kind === 'accepted' ? `You said ${String(answer.values['answer'])}.` : 'Never mind.',
    };
  },
  async *'/tool'(turn, rest) {
    const { name, input } = toolIn(rest);
    const outcome = await turn.callTool({ name, input, says: `Using ${name}`, confirm: false });
    yield { kind: 'text', text: told(outcome) };
  },
  /** The host decides whether to ask. */
  async *'/policy'(turn, rest) {
    const { name, input } = toolIn(rest);
    yield { kind: 'text', text: told(await turn.callTool({ name, input, says: `Using ${name}` })) };
  },
  /** The user sees the result first. */
  async *'/review'(turn, rest) {
    const { name, input } = toolIn(rest);
    const says = `Using ${name}`;
    const outcome = await turn.callTool({ name, input, says, confirm: false, review: true });
    yield { kind: 'text', text: told(outcome) };
  },
  /** The input comes in pieces. */
  async *'/stream'(turn, rest, pause) {
    const { name, input } = toolIn(rest);
    const pieces = inPieces(input, pause);
    const says = `Using ${name}`;
    yield {
      kind: 'text',
      text: told(await turn.callTool({ name, input: pieces, says, confirm: false })),
    };
  },
  async *'/confirm'(turn, rest) {
    const { name, input } = toolIn(rest);
    const outcome = await turn.callTool({ name, input, says: `May I use ${name}?`, confirm: true });
    yield { kind: 'text', text: outcome.kind === 'done' ? told(outcome) : outcome.kind };
  },
  /** Several tools at once, by their names. */
  async *'/parallel'(turn, rest) {
    const calls = rest
      .split(' ')
      .map((name) => turn.callTool({ name, input: '{}', says: `Using ${name}`, confirm: false }).then(told));
    yield { kind: 'text', text: (await Promise.all(calls)).join('; ') };
  },
  /** Two tools, the second once the session's tools have changed. */
  async *'/then'(turn, rest) {
    const [first = '', second = ''] = rest.split(' ');
    turn.tools();
    const changed = new Promise<void>((resolve) => turn.onToolsChanged(resolve));
    const use = (name: string) => turn.callTool({ name, input: '{}', says: `Using ${name}`, confirm: false });
    const before = await use(first);
    await changed;
    yield { kind: 'text', text: `${told(before)}; ${told(await use(second))}` };
  },
  async *'/tools'(turn) {
    const names = turn.tools().map((tool) => tool.name);
    yield { kind: 'text', text: names.join(' ') || 'none' };
  },
  async *'/guidance'(turn) {
    const { persona, invoked, skills, rules } = turn.guidance();
    const lines = [
      `persona: ${persona ? `${persona.name} (${persona.instructions})` : 'none'}`,
      `invoked: ${invoked ? `${invoked.name} (${invoked.text}) with ${invoked.rest}` : 'none'}`,
      `skills: ${skills.map((skill) => skill.name).join(', ') || 'none'}`,
      `rules: ${rules.map((rule) => rule.name).join(', ') || 'none'}`,
    ];
    yield { kind: 'text', text: lines.join('\n') };
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
  /** The same with its actions. */
  async *'/parts'(turn) {
    yield { kind: 'text', text: JSON.stringify(turn.history().map(({ parts }) => parts)) };
  },
  /** Writes files of this machine, as agents with tools of their own do: contents by path, null to delete. */
  async *'/write'(_turn, rest) {
    for (const [path, content] of Object.entries(JSON.parse(rest) as Record<string, string | null>)) {
      if (content === null) await rm(path);
      else await writeFile(path, content);
    }
    yield { kind: 'text', text: 'Written.' };
  },
  // oxlint-disable-next-line require-yield
  async *'/title'(turn, rest) {
    turn.announcements.title(rest);
  },
};

function toolIn(rest: string): { name: string; input: string } {
  const [name = '', ...input] = rest.split(' ');
  return { name, input: input.join(' ') || '{}' };
}

function told(outcome: ToolOutcome): string {
  return `${outcome.kind}: ${outcome.kind === 'done' ? outcome.text : (outcome.message ?? '')}`;
}

async function* inPieces(text: string, pause: () => Promise<void>): AsyncIterable<string> {
  for (let at = 0; at < text.length; at += 4) {
    await pause();
    yield text.slice(at, at + 4);
  }
}

/** Echoes the last request. */
function sampled({ params }: SampleRequest): Readonly<Record<string, unknown>> {
  const messages = (params['messages'] ?? []) as { content?: { text?: string } }[];
  const text = `Echo: ${messages.at(-1)?.content?.text ?? ''}`;
  return { role: 'assistant', model: 'echo-1', stopReason: 'endTurn', content: { type: 'text', text } };
}

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

/** An agent without a model: it echoes its input, streamed. For tests only. */
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
    sample: (request) => Promise.resolve(sampled(request)),
    run: (turn) => {
      const [first = '', ...rest] = turn.message.text.split(' ');
      const pause = () => (delayMs > 0 ? sleep(delayMs, turn.signal) : Promise.resolve());
      const script = Object.hasOwn(scripts, first) ? scripts[first] : undefined;
      return script ? script(turn, rest.join(' '), pause) : say(turn, turn.message.text, pause);
    },
  };
}
