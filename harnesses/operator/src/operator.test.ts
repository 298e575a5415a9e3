import type { PastPart } from '@loggia/sessions/harness';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createHarness } from './operator.ts';
import { all, tool } from './tools.testkit.ts';
import { play } from './turn.testkit.ts';

const operator = createHarness();

it('K1: it needs no model', () => {
  expect(operator.describe).toMatchObject({ provider: 'operator', displayName: 'Operator', models: [] });
});

it.each(operator.describe.commands ?? [])(
  'K1: /$name is offered to whoever types, and answered',
  async ({ name, description }) => {
    const { text, calls } = await play(operator, { tools: all, message: `/${name}` });
    expect(calls).toEqual([]);
    expect(text).not.toContain('There is no tool or skill');
    expect(description).toMatch(/^[A-Z]/);
  },
);

describe('plain words', () => {
  it('K1: finds the tool and leaves it to the host whether to ask', async () => {
    const { text, calls, inputs } = await play(operator, { tools: all, message: 'convert 5 km to miles' });
    expect(calls).toHaveLength(1);
    expect(calls[0]).not.toHaveProperty('confirm');
    expect(inputs).toEqual([{ value: 5, from: 'km', to: 'miles' }]);
    expect(text).toBe('convert_units is done\n\n');
  });

  it('K1: asks for what is missing with a form made from the schema', async () => {
    const { forms, inputs } = await play(operator, {
      tools: all,
      message: 'write to a.txt',
      answers: [{ path: 'a.txt', content: 'hello' }],
    });
    expect(forms).toEqual([
      {
        message: 'To write file I need:',
        fields: [
          { id: 'path', title: 'Path', message: 'Path', type: 'text', required: true, default: 'a.txt' },
          { id: 'content', title: 'Content', message: 'Content', type: 'text', required: true },
        ],
      },
    ]);
    expect(inputs).toEqual([{ path: 'a.txt', content: 'hello' }]);
  });

  it('K1: asks again with what is wrong, and gives up when the user does', async () => {
    const { forms, calls, text } = await play(operator, {
      tools: all,
      message: '/get-sum',
      answers: [{ a: 'two', b: 3 }, 'declined'],
    });
    expect(forms[1]?.message).toContain('**a** is a number.');
    expect(forms[1]?.fields[1]).toMatchObject({ id: 'b', default: 3 });
    expect(calls).toEqual([]);
    expect(text).toBe('Canceled. Nothing was changed.\n\n');
  });

  it('K1: asks which one is meant when several could be', async () => {
    const { forms, inputs, calls } = await play(operator, {
      tools: all,
      message: 'search for todo in notes',
      answers: [{ tool: 'search_files' }],
    });
    expect(forms[0]?.fields[0]?.choices?.map(({ id }) => id)).toEqual(['web_search', 'search_files']);
    expect(calls[0]).not.toHaveProperty('confirm');
    expect(inputs).toEqual([{ path: 'notes', pattern: 'todo' }]);
  });

  it('K1: leaves it at that when the user wants none of them', async () => {
    const { text, calls } = await play(operator, { tools: all, message: 'search for todo in notes' });
    expect(calls).toEqual([]);
    expect(text).toBe('Canceled. Nothing was changed.\n\n');
  });

  it('K1: says so when nothing fits', async () => {
    const { text, calls, forms } = await play(operator, { tools: all, message: 'tell me a joke' });
    expect([calls, forms]).toEqual([[], []]);
    expect(text).toContain('I can’t do that without a model. [Connect a model](loggia:/settings/models)');
  });

  it('K1: greets with what there is', async () => {
    const { text } = await play(operator, { tools: all, message: 'What can you do?' });
    expect(text).toContain('I work without a model');
    expect(text).toContain('[List the tools](loggia:say?text=%2Ftools)');
  });

  it('A6: the text of an attachment is what a tool works on', async () => {
    const message = {
      text: 'summarize this',
      attachments: [{ label: 'story.txt', text: 'Once upon a time' }],
    };
    expect((await play(operator, { tools: all, message })).inputs).toEqual([{ text: 'Once upon a time' }]);
  });

  it('A7: a failure and a refusal are said in words', async () => {
    const failed = await play(operator, {
      tools: all,
      message: 'what time is it',
      outcome: () => ({ kind: 'failed', message: 'No clock' }),
    });
    expect(failed.text).toBe(
      'That didn’t work. [Edit and try again](loggia:say?text=what%20time%20is%20it)\n\n',
    );
    const denied = await play(operator, {
      tools: all,
      message: 'what time is it',
      outcome: () => ({ kind: 'denied' }),
    });
    expect(denied.text).toBe('Canceled. Nothing was changed.\n\n');
  });
});

describe('commands', () => {
  it('K1: a tool that the user names is not asked about again', async () => {
    const { calls, inputs } = await play(operator, { tools: all, message: '/get-sum a=2 b=3' });
    expect(calls[0]?.confirm).toBe(false);
    expect(inputs).toEqual([{ a: 2, b: 3 }]);
  });

  it('K1: /tool NAME is the same, also for a tool that is called like a command', async () => {
    const { calls, inputs } = await play(operator, { tools: all, message: '/tool echo hello' });
    expect(calls[0]?.confirm).toBe(false);
    expect(inputs).toEqual([{ message: 'hello' }]);
    const tools = [tool('help', 'Calls for help.')];
    expect((await play(operator, { tools, message: '/help' })).calls).toEqual([]);
    expect((await play(operator, { tools, message: '/tool help' })).calls).toHaveLength(1);
  });

  it('K1: an unknown name gets suggestions', async () => {
    const { text, calls } = await play(operator, { tools: all, message: '/get-budget' });
    expect(calls).toEqual([]);
    expect(text).toContain('There is no tool or skill called “get-budget”.');
    expect(text).toContain('`/get-budget-data`');
  });

  it('K1: names of the prototype are no commands', async () => {
    const { text } = await play(operator, { tools: all, message: '/constructor' });
    expect(text).toContain('There is no tool or skill called “constructor”.');
  });

  it('K1: an argument named like the prototype reaches the tool as it is', async () => {
    const properties = JSON.parse('{"__proto__":{"type":"string"}}') as Record<string, object>;
    const odd = tool('odd', 'Odd.', properties as never, ['__proto__']);
    const { calls } = await play(operator, { tools: [odd], message: '/odd __proto__=x' });
    expect(calls[0]?.input).toBe('{"__proto__":"x"}');
  });
});

describe('skills', () => {
  const invoked = { name: 'review', text: 'First use read_text_file, then echo what you found.', rest: '' };

  it('D9: a skill that the user invokes is shown, and the tools that it names are offered', async () => {
    const { text, forms, inputs } = await play(operator, {
      tools: all,
      message: '/review',
      guidance: { invoked },
      answers: [{ tool: 'echo' }, { message: 'done' }],
    });
    expect(text).toContain('**review** says:\n\nFirst use read_text_file');
    expect(forms[0]?.fields[0]?.choices?.map(({ id }) => id)).toEqual(['read_text_file', 'echo']);
    expect(inputs).toEqual([{ message: 'done' }]);
  });

  it('D9: what is written behind its name chooses among them', async () => {
    const { forms, inputs } = await play(operator, {
      tools: all,
      message: '/review read notes/a.md',
      guidance: { invoked: { ...invoked, rest: 'read notes/a.md' } },
    });
    expect(forms).toEqual([]);
    expect(inputs).toEqual([{ path: 'notes/a.md' }]);
  });

  it('D9: a skill that is for the model alone cannot be called by its name', async () => {
    const skills = [
      { name: 'secret', description: '', forModel: true, forUser: false, read: () => Promise.resolve('x') },
    ];
    const { text } = await play(operator, { tools: all, message: '/secret', guidance: { skills } });
    expect(text).toContain('There is no tool or skill called “secret”.');
  });
});

describe('going on', () => {
  it('A6: what the user adds meanwhile is a further request', async () => {
    const { inputs } = await play(operator, {
      tools: all,
      message: 'echo one',
      steering: ['echo two', '/get-sum 1 2'],
    });
    expect(inputs).toEqual([{ message: 'one' }, { message: 'two' }, { a: 1, b: 2 }]);
  });

  const call = (outcome: 'done' | 'failed'): PastPart => ({
    kind: 'tool',
    id: 'call',
    name: 'write_file',
    input: '{}',
    outcome:
      outcome === 'done' ? { kind: 'done', text: 'Written.' } : { kind: 'failed', message: 'Broke off.' },
  });
  const message = '/write_file path=a content=b';

  it('A6: taken up again, a call that was over is not made again', async () => {
    const { calls, text } = await play(operator, { tools: all, message, resumes: [call('done')] });
    expect(calls).toEqual([]);
    expect(text).toBe('Written.\n\n');
  });

  it('A6: taken up again, what was said to the end is not begun again', async () => {
    const resumes = [call('done'), { kind: 'text', text: 'Written.' } as const];
    const { calls, text } = await play(operator, { tools: all, message, resumes, steering: ['echo more'] });
    expect(calls.map(({ name }) => name)).toEqual(['echo']);
    expect(text).toContain('This was done before the interruption');
  });

  it('A6: taken up again, a call that may have changed something is made again only when the user says so', async () => {
    const { calls } = await play(operator, { tools: all, message, resumes: [call('failed')] });
    expect(calls).toMatchObject([{ name: 'write_file', confirm: true }]);
  });

  it('A6: taken up again, what only reads is done again', async () => {
    const { calls, text } = await play(operator, {
      tools: all,
      message: '/read_text_file path=a',
      resumes: [call('failed')],
    });
    expect(calls).toMatchObject([{ name: 'read_text_file', confirm: false }]);
    expect(text).toBe('read_text_file is done\n\n');
  });
});

it('K1: any message to any tools comes to an end, and to the same one', async () => {
  const strange = fc.record({
    name: fc.string(),
    title: fc.string(),
    description: fc.string(),
    inputSchema: fc.oneof(
      fc.constant({ properties: { a: { $ref: '#' } }, required: ['a'] }),
      fc.dictionary(fc.string(), fc.jsonValue()),
    ),
  });
  const message = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.string().map((text) => `/${text}`),
    fc.string().map((text) => `/odd ${text}`),
  );
  await fc.assert(
    fc.asyncProperty(message, fc.array(strange, { maxLength: 4 }), async (text, tools) => {
      const script = { message: text, tools: [...tools, { ...tools[0], name: 'odd' }] };
      const answers = [{ a: '1', tool: 'odd' }, { a: '{}' }];
      expect(await play(operator, { ...script, answers })).toEqual(
        await play(operator, { ...script, answers }),
      );
    }),
  );
});

describe('what a View says', () => {
  const view = { title: 'Budget', server: 'Finance' };

  it.each([
    '/get-sum {"a":1,"b":2}',
    '/get-sum a=1 b=2',
    '/tool get-sum {"a":1,"b":2}',
    '  /get-sum 1 2',
    '/help',
    '/tools',
    '/my-skill',
  ])('E10: %s is not a command', async (text) => {
    const skill = {
      name: 'my-skill',
      description: '',
      forModel: true,
      forUser: true,
      read: () => Promise.resolve('Use get-sum.'),
    };
    const guidance = { skills: [skill], invoked: { name: 'my-skill', text: 'Use get-sum.', rest: '' } };
    const played = await play(operator, { tools: all, message: { text, view }, guidance });
    expect([played.calls, played.forms]).toEqual([[], []]);
    expect(played.text).toContain('The View “Budget” sent a command. Only you can give commands');
  });

  it('E10: plain words may find a tool, and the host decides whether to ask', async () => {
    const message = { text: 'convert 5 km to miles', view };
    const { calls } = await play(operator, { tools: all, message });
    expect(calls).toHaveLength(1);
    expect(calls[0]).not.toHaveProperty('confirm');
  });

  it("E10: what it attaches to the user's command fills in no argument", async () => {
    const attachments = [{ label: 'Budget', text: 'All of it', view }];
    const message = { text: '/write_file path=a.txt', attachments };
    const { calls, forms } = await play(operator, { tools: all, message });
    expect(calls).toEqual([]);
    expect(forms[0]?.fields.find(({ id }) => id === 'content')).not.toHaveProperty('default');
  });
});
