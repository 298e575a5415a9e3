import { createHarness } from '@loggia/model';
import type { Harness, HarnessEvent } from '@loggia/sessions/harness';
import { reportOf, ScriptedEquipment, SessionRig } from '@loggia/testing';
import {
  answers,
  calls,
  countTokens,
  FakeProvider,
  says,
  sends,
  type Reply,
} from '@loggia/testing/providers';
import type { Benchmark, Result } from '../measure/result.ts';
import { median } from '../measure/rounds.ts';
import { manyTools } from './many-tools.ts';

const servers = 15;
const tools = manyTools(servers, 400);
const steps = 60;
/** A tenth of a window of 32,000 tokens. */
const budget = 3_200;
const window = 200_000;
const patienceMs = 300_000;

type Context = Extract<HarnessEvent, { readonly kind: 'context' }>;

interface Played {
  /** The tokens of the definitions of tools in each request. */
  readonly toolTokens: readonly number[];
  /** By how much the prediction of a request was off, as a share of what the provider counted. */
  readonly errors: readonly number[];
}

/** The tokens that go out for tools with a search and without, and the meter against a provider that counts. */
export const toolSearch: Benchmark = {
  names: ['tokens for tools', 'context meter'],
  async run(): Promise<readonly Result[]> {
    const ours = await play(budget);
    const baseline = await play('off');
    const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0);
    const [sent, all] = [sum(ours.toolTokens), sum(baseline.toolTokens)];
    const worst = Math.max(...ours.errors, ...baseline.errors);
    const unit = 'tokens';
    return [
      {
        name: 'tokens for tools',
        means: `tokens for definitions of tools in a turn of ${steps} calls, with a search / with all 400 tools`,
        ...{ ours: sent, baseline: all, unit, ratio: sent / all, bound: '<=', target: 0.2 },
      },
      {
        name: 'context meter',
        means:
          'largest error of the tokens that are predicted for a request, as a share of what the provider counts',
        ...{
          ours: worst,
          baseline: median([...ours.errors, ...baseline.errors]),
          unit: 'of the count (median)',
        },
        ...{ ratio: worst, bound: '<=', target: 0.05 },
      },
    ];
  },
};

/** One turn in which the model finds a tool, calls it, and finds another. */
async function play(toolBudget: number | 'off'): Promise<Played> {
  const provider = await FakeProvider.open('chat-completions');
  provider.window = window;
  const seen: Context[] = [];
  const equipment = new ScriptedEquipment({
    tools: Object.fromEntries(tools.map(({ name }) => [name, async () => reportOf(resultFor(name))])),
  });
  const harness = await createHarness({
    ...{ provider: 'openai-compatible', baseURL: provider.baseURL, maxSteps: 2 * steps + 2 },
    models: [{ id: 'counting', maxContextWindow: window }],
  });
  const host = await SessionRig.open({
    harnesses: [watched(harness, (context) => seen.push(context))],
    equipment: equipment.attach,
    confirm: 'never',
    settingsIn: () => ({ toolBudget }),
  });
  try {
    const { session, chat } = await host.create();
    provider.when('Hello', answers(says('Hello.')));
    await host.say(chat, 'Hello');
    await host.until(chat, ({ turns }) => turns.length === 1, patienceMs);
    equipment.sessionAccess.append(session, { type: 'session/serverToolsChanged', tools: [...tools] });
    await host.kernel.settled();
    let step = 0;
    provider.always(/./, () => replyTo(step++, toolBudget !== 'off'));
    seen.length = 0;
    provider.requests.length = 0;
    provider.counts.length = 0;
    await host.say(chat, 'Work through the list.', 'work');
    await host.until(chat, ({ turns, activeTurn }) => turns.length === 2 && !activeTurn, patienceMs);
    return {
      toolTokens: provider.requests.map(({ body }) => countTokens(JSON.stringify(body['tools'] ?? []))),
      errors: seen.flatMap(({ used }, at) => {
        const counted = provider.counts[at] ?? 0;
        // Without a count from the provider, the meter shows its prediction.
        return isUncounted(at) && counted > 0 ? [Math.abs(used - counted) / counted] : [];
      }),
    };
  } finally {
    await host.close();
    await provider.close();
  }
}

function watched(harness: Harness, tell: (context: Context) => void): Harness {
  return {
    ...harness,
    describe: harness.describe,
    async *run(turn) {
      for await (const event of harness.run(turn)) {
        if (event.kind === 'context') tell(event);
        yield event;
      }
    },
  };
}

/** Every third request is answered without a count, so that the meter has to rely on itself. */
function isUncounted(step: number): boolean {
  return step % 3 === 2;
}

function replyTo(step: number, isSearched: boolean): Reply {
  const at = isSearched ? Math.floor(step / 2) : step;
  if (at >= steps) return answers(says('Done.'));
  const { name } = tools[(at * 7) % tools.length] ?? { name: '' };
  const input = {
    title: `Entry ${at}`,
    description: 'As agreed on Monday, with the changes that were asked for.',
  };
  const isSearch = isSearched && step % 2 === 0;
  const call = isSearch ? calls('search_tools', { query: name }) : calls(name, input);
  return isUncounted(step) ? withoutCount(call, step) : answers(call);
}

function withoutCount(call: ReturnType<typeof calls>, step: number): Reply {
  if (call.kind !== 'call') throw new Error('A call was expected.');
  const made = { name: call.name, arguments: JSON.stringify(call.input) };
  const chunk = (delta: object, finish_reason: string | null) => ({
    ...{ id: 'c', object: 'chat.completion.chunk', created: 1, model: 'counting' },
    choices: [{ index: 0, delta, finish_reason }],
  });
  const toolCall = { index: 0, id: `call-${step}`, type: 'function', function: made };
  return sends([
    chunk({ role: 'assistant', tool_calls: [toolCall] }, null),
    chunk({}, 'tool_calls'),
    '[DONE]',
  ]);
}

function resultFor(name: string): string {
  const rows = Array.from({ length: 6 }, (_, at) => ({
    id: `${name}-${at}`,
    state: at % 2 ? 'open' : 'closed',
    at,
  }));
  return `${JSON.stringify(rows)}\nThe ${name.split('_')[1]} was changed. Everybody who watches it has been told.`;
}
