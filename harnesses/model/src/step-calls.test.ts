import { expect, it } from 'vitest';
import { StepCalls } from './step-calls.ts';
import type { StepTools } from './toolset.ts';

/** Tools that say back their input once it is complete. */
function echo(): StepTools {
  return {
    set: {},
    names: new Map(),
    originOf: (label) => ({ kind: 'tools', label }),
    originOfResult: () => undefined,
    isOffered: () => true,
    isShown: () => false,
    async call(_name, input) {
      let text = '';
      for await (const piece of input) text += piece;
      return { kind: 'done', text };
    },
  };
}

it('A6: calls run in the order in which they were made, with what was written', async () => {
  const calls = new StepCalls(echo());
  calls.begin('b', 'second');
  calls.append('b', '{"b"');
  calls.made({ toolCallId: 'a', toolName: 'first', input: { a: 1 } });
  calls.append('b', ':2}');
  calls.made({ toolCallId: 'b', toolName: 'second', input: { b: 2 } });
  expect(await Promise.all(calls.run())).toEqual([
    { toolCallId: 'a', toolName: 'first', outcome: { kind: 'done', text: '{"a":1}' } },
    { toolCallId: 'b', toolName: 'second', outcome: { kind: 'done', text: '{"b":2}' } },
  ]);
});

it('A6: a call that was begun and never made comes to nothing, and does not wait for ever', async () => {
  const tools = echo();
  const outcomes: Promise<unknown>[] = [];
  const call: StepTools['call'] = (name, input) => {
    const outcome = tools.call(name, input);
    outcomes.push(outcome);
    return outcome;
  };
  const calls = new StepCalls({ ...tools, call });
  calls.begin('a', 'first');
  calls.append('a', '{');
  expect(calls.run()).toEqual([]);
  await expect(outcomes[0]).rejects.toThrow('The answer broke off before the call was complete.');
});
