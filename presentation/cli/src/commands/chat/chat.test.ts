import { reduceChat } from '@loggia/protocol';
import { AuthorizationServer } from '@loggia/testing/oauth';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { askDirectly, loggia, report } from '../../host-double.testkit.ts';
import { ScriptedTerminal, untilWithdrawn } from '../../terminal/scripted-terminal.testkit.ts';
import type { Reply } from '../../terminal/terminal.ts';
import { ChatHost } from './chat-host.testkit.ts';

const screen = () => {
  const written: string[] = [];
  const sink = { write: (text: string) => void written.push(text), isTerminal: true, columns: 60 };
  return { out: sink, complaints: sink, text: () => written.join('') };
};

describe('L2: one message', () => {
  test('A6: what the agent says is on one stream, piece by piece and once, and the rest on the other', async () => {
    const host = await ChatHost.start();
    host.when('chat/turnStarted', () => {
      host.part({ kind: 'reasoning', id: 'r', content: 'Hm.' });
      host.say('Hel', 'lo');
      host.call({ confirmed: 'not-needed' });
      host.finishCall('gone\nfor good');
      host.part({ kind: 'systemNotification', content: 'Something was cut.' });
      host.say('Done.');
      host.complete();
    });
    expect(await loggia(['chat', 'Tidy', 'up'], { data: host.data })).toEqual({
      exitCode: 0,
      out: 'Hello\nDone.\n',
      complaints: 'Hm.\n• Delete file (files): done – gone for good\nSomething was cut.\n',
    });
    expect(host.dispatched).toMatchObject([
      { type: 'chat/turnStarted', message: { text: 'Tidy up', origin: { kind: 'user' } } },
    ]);
  });

  test('E2: the result of a tool whose View a terminal can’t show is there as text', async () => {
    const host = await ChatHost.start();
    host.when('chat/turnStarted', () => {
      host.call({ confirmed: 'not-needed', _meta: { ui: { resourceUri: 'ui://files/gone' } } });
      host.finishCall('one\ntwo');
      host.complete();
    });
    const { complaints } = await loggia(['chat', 'x'], { data: host.data });
    expect(complaints).toBe('• Delete file (files): done – one two\n  one\n  two\n');
  });

  test('A6: --quiet leaves only the reply', async () => {
    const host = await ChatHost.start();
    host.when('chat/turnStarted', () => {
      host.part({ kind: 'reasoning', id: 'r', content: 'Hm.' });
      host.call({ confirmed: 'not-needed' });
      host.finishCall('gone');
      host.say('Done.');
      host.complete();
    });
    const ran = await loggia(['chat', 'x', '--quiet'], { data: host.data });
    expect(ran).toEqual({ exitCode: 0, out: 'Done.\n', complaints: '' });
  });

  test('A6: a terminal shows what a silent turn waits for, on a line that disappears', async () => {
    const host = await ChatHost.start();
    const waits = (activity?: string) =>
      host.act({ type: 'chat/activityChanged', ...(activity && { activity }) });
    host.when('chat/turnStarted', () => waits('Waiting for Qwen… 15 s'));
    const { out, complaints, text } = screen();
    const env = { NO_COLOR: '1', LOGGIA_DATA: host.data };
    const running = loggia(['chat', 'x'], { data: host.data, out, complaints, env });
    const shown = (line: string) => vi.waitFor(() => expect(text()).toContain(line), { timeout: 20_000 });
    await shown('15 s');
    waits('Waiting for Qwen…\u001b[2J 30 s');
    await shown('30 s');
    waits();
    host.say('Hello');
    host.complete();
    expect((await running).exitCode).toBe(0);
    expect(text()).toBe(
      '\r… Waiting for Qwen… 15 s\u001b[K\r… Waiting for Qwen…␛[2J 30 s\u001b[K\r\u001b[KHello\n',
    );
  });

  test.each([
    ['where nobody watches', []],
    ['with --quiet', ['--quiet']],
  ])('A6: a silent turn writes nothing %s', async (_, flags) => {
    const host = await ChatHost.start();
    host.when('chat/turnStarted', () => {
      host.act({ type: 'chat/activityChanged', activity: 'Waiting for Qwen… 15 s' });
      host.say('Hello');
      host.complete();
    });
    const isTerminal = flags.length > 0;
    const written: string[] = [];
    const complaints = { write: (line: string) => void written.push(line), isTerminal, columns: 60 };
    const { out } = await loggia(['chat', 'x', ...flags], { data: host.data, complaints });
    expect([out, written]).toEqual(['Hello\n', []]);
  });

  test('A6: --json has each event on a line, and nothing else', async () => {
    const host = await ChatHost.start();
    host.when('chat/turnStarted', () => {
      host.say('Hi \u001b[2J');
      host.act({ type: 'chat/usage', turnId: host.turnId, usage: { inputTokens: 3 } });
      host.complete();
    });
    const { out, exitCode } = await loggia(['chat', 'x', '--json'], { data: host.data });
    expect(exitCode).toBe(0);
    expect(out).not.toContain('\u001b');
    const events = out
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { type: string });
    expect(events[0]).toMatchObject({ type: 'started', session: host.sessionUri, chat: 'ahp-chat:/c' });
    expect(events.filter(({ type }) => type === 'text')).toEqual([{ type: 'text', text: 'Hi \u001b[2J' }]);
    expect(events.slice(-2)).toMatchObject([
      { type: 'usage', usage: { inputTokens: 3 } },
      { type: 'done', state: 'complete' },
    ]);
  });

  test('L5: a turn that fails is exit code 1 and says why', async () => {
    const host = await ChatHost.start();
    host.when('chat/turnStarted', () => {
      const part = { kind: 'error' as const, error: { errorType: 'x', message: 'It broke.\u001b[2J' } };
      host.act({ type: 'chat/error', turnId: host.turnId, duration: 1, part });
    });
    const ran = await loggia(['chat', 'x'], { data: host.data });
    expect(ran).toEqual({ exitCode: 1, out: '', complaints: 'Error: It broke.␛[2J\n' });
  });

  test('what is piped is the message, or comes with it', async () => {
    const host = await ChatHost.start();
    host.when('chat/turnStarted', () => host.complete());
    await loggia(['chat'], { data: host.data, readInput: async () => 'From a pipe\n' });
    await loggia(['chat', 'Read'], { data: host.data, readInput: async () => 'a\nb\n' });
    expect(host.dispatched).toMatchObject([
      { message: { text: 'From a pipe' } },
      { message: { text: 'Read', attachments: [{ type: 'simple', modelRepresentation: 'a\nb' }] } },
    ]);
  });

  test('the session, model, agent and folder are those that are asked for', async () => {
    const host = await ChatHost.start();
    host.when('chat/turnStarted', () => host.complete());
    const { data } = host;
    await loggia(['chat', 'x', '--agent', 'echo', '--model', 'echo-1', '--cwd', '/'], { data });
    expect(host.double.commands).toContainEqual([
      'createSession',
      { provider: 'echo', workingDirectories: ['file:///'] },
    ]);
    expect(host.dispatched).toMatchObject([{ message: { model: { id: 'echo-1' } } }]);
    const before = host.double.commands.length;
    expect(await loggia(['chat', 'x', '--continue'], { data })).toMatchObject({ exitCode: 0 });
    expect(host.double.commands.slice(before).map(([method]) => method)).not.toContain('createSession');
  });

  test.each<[string, readonly string[], string]>([
    ['nothing to say', ['chat'], 'There is no message'],
    ['two sessions', ['chat', 'x', '--session', 'a', '--continue'], 'not both'],
    ['an agent for an old session', ['chat', 'x', '--continue', '--agent', 'a'], '--agent is for new'],
  ])('L5: wrong usage is exit code 2: %s', async (_, argv, says) => {
    const ran = await loggia(argv);
    expect(ran).toMatchObject({ exitCode: 2, complaints: expect.stringContaining(says) });
  });

  test('L5: without a host the exit code is 3, as a line for programs', async () => {
    const ran = await loggia(['chat', 'x', '--json', '--url', 'ws://127.0.0.1:1/ahp']);
    expect(ran.exitCode).toBe(3);
    expect(JSON.parse(ran.out)).toMatchObject({ type: 'error', message: expect.stringContaining('No host') });
  });

  test('A6: Ctrl-C cancels the turn and is exit code 130', async () => {
    const host = await ChatHost.start();
    let interrupt: () => void = () => undefined;
    host.when('chat/turnStarted', () => {
      host.say('Once upon a time');
      setImmediate(() => interrupt());
    });
    const onInterrupt = (listener: () => void) => {
      interrupt = listener;
      return () => undefined;
    };
    const ran = await loggia(['chat', 'x'], { data: host.data, onInterrupt });
    expect(ran).toMatchObject({ exitCode: 130, out: 'Once upon a time\n' });
    expect(host.dispatched.at(-1)).toMatchObject({ type: 'chat/turnCancelled' });
  });

  test('A4: a lost connection is said, opened again, and nothing is told twice', async () => {
    const host = await ChatHost.start();
    host.when('chat/turnStarted', () => host.say('One '));
    const written: string[] = [];
    const write = (text: string): void => {
      if (written.push(text) > 1) return;
      host.double.dropEverybody();
      host.act({ type: 'chat/delta', turnId: host.turnId, partId: host.lastPart, content: 'two' });
      host.complete();
    };
    const out = { write, isTerminal: false, columns: undefined };
    const ran = await loggia(['chat', 'x'], { data: host.data, out });
    expect(ran.exitCode).toBe(0);
    expect(written.join('')).toBe('One two\n');
    expect(ran.complaints).toContain('The connection to the host was lost. Reconnecting…');
  });
});

describe('A7: confirmations', () => {
  const options = [
    { id: 'once', label: 'Allow once', kind: 'approve' as const },
    { id: 'always', label: 'Always allow', kind: 'approve' as const },
    { id: 'strange', label: 'Do something new', kind: 'later' as never },
    { id: 'no', label: 'Deny', kind: 'deny' as const },
  ];

  async function confirming(
    terminal: ScriptedTerminal | undefined,
    argv: readonly string[] = [],
    editable = true,
  ) {
    const host = await ChatHost.start();
    host.when('chat/turnStarted', () => host.call({ options, editable }));
    host.when('chat/toolCallConfirmed', ({ approved }) => {
      if (approved) host.finishCall('gone');
      host.say(approved ? 'Did it.' : 'Did not.');
      host.complete();
    });
    const ran = await loggia(['chat', 'x', ...argv], { data: host.data, terminal });
    return { ran, host, answer: host.dispatched[1] };
  }

  test('they show the tool, its server and its input, and take a choice', async () => {
    const { ran, answer } = await confirming(new ScriptedTerminal('9', '2'));
    expect(answer).toMatchObject({ approved: true, confirmed: 'user-action', selectedOptionId: 'always' });
    expect(ran.exitCode).toBe(0);
    expect(ran.complaints).toContain(`? May I delete it?
  Tool: delete_file, of files
  Input:
    {
      "path": "a.txt"
    }
  1) Allow once
  2) Always allow
  3) Change the input, then allow
  4) Deny
  5) Deny, and say why
Enter a number from 1 to 5.
`);
  });

  test('a long input says how much of it is not shown, and cannot command the terminal', async () => {
    const host = await ChatHost.start();
    const toolInput = JSON.stringify({ path: '\u009b2J', text: 'x'.repeat(5000) });
    host.when('chat/turnStarted', () => host.call({ toolInput, invocationMessage: 'May I\u001b[2J?' }));
    host.when('chat/toolCallConfirmed', () => host.complete());
    const terminal = new ScriptedTerminal('n');
    const { complaints } = await loggia(['chat', 'x'], { data: host.data, terminal });
    expect(complaints).toMatch(/… \d+ more characters are not shown/);
    expect(complaints).toContain('? May I␛[2J?');
    for (const control of ['\u001b', '\u009b']) expect(complaints).not.toContain(control);
  });

  test('y and n choose no option, which could mean more', async () => {
    const yes = (await confirming(new ScriptedTerminal('y'))).answer;
    expect(yes).toMatchObject({ approved: true });
    expect(yes).not.toHaveProperty('selectedOptionId');
    expect((await confirming(new ScriptedTerminal('n'))).answer).toMatchObject({
      approved: false,
      reason: 'denied',
    });
  });

  test('a denial can say why', async () => {
    const { ran, answer } = await confirming(new ScriptedTerminal('5', 'Not this file.'));
    expect(answer).toMatchObject({ approved: false, reason: 'denied', reasonMessage: 'Not this file.' });
    expect(ran).toMatchObject({ exitCode: 0, out: 'Did not.\n' });
  });

  test('the input can be changed in an editor, or on a line, and has to be JSON', async () => {
    const editor = new ScriptedTerminal('3');
    editor.editsTo = '{"path":"b.txt"}\n';
    expect((await confirming(editor)).answer).toMatchObject({
      approved: true,
      editedToolInput: '{"path":"b.txt"}',
    });
    expect(editor.edited).toEqual(['{\n  "path": "a.txt"\n}']);
    const line = new ScriptedTerminal('3', '{"path":', '3', '{"path":"c.txt"}');
    const { answer, ran } = await confirming(line);
    expect(answer).toMatchObject({ editedToolInput: '{"path":"c.txt"}' });
    expect(ran.complaints).toContain('Not valid JSON');
  });

  test('without a terminal they are denied, and the exit code is 1', async () => {
    for (const [terminal, argv] of [
      [undefined, []],
      [new ScriptedTerminal(), ['--no-input']],
    ] as const) {
      const { ran, answer } = await confirming(terminal, argv);
      expect(answer).toMatchObject({ approved: false, reason: 'denied' });
      expect(ran).toMatchObject({ exitCode: 1, out: 'Did not.\n' });
      expect(ran.complaints).toContain('Denied "Delete file", because there is no terminal to ask on.');
      expect(ran.complaints).toContain('Run it in a terminal');
    }
  });

  test('--yes allows each once, with a warning', async () => {
    const { ran, answer } = await confirming(undefined, ['--yes']);
    expect(answer).toMatchObject({ approved: true });
    expect(answer).not.toHaveProperty('selectedOptionId');
    expect(ran).toMatchObject({ exitCode: 0, complaints: expect.stringContaining('Warning:') });
  });

  test('A8: one that somebody else answers is taken back, and says so', async () => {
    const host = await ChatHost.start();
    host.when('chat/turnStarted', () => host.call());
    const terminal = new ScriptedTerminal((question) => {
      const ref = { turnId: host.turnId, toolCallId: 'call-1' };
      host.act({ type: 'chat/toolCallConfirmed', ...ref, approved: true, confirmed: 'user-action' });
      host.mirror();
      return untilWithdrawn(question);
    });
    // The turn goes on only once it was said.
    const write = (text: string): void => {
      if (!text.includes('Answered in another client.')) return;
      host.finishCall('gone');
      host.complete();
    };
    const complaints = { write, isTerminal: false, columns: undefined };
    const ran = await loggia(['chat', 'x'], { data: host.data, terminal, complaints });
    expect(ran.exitCode).toBe(0);
    expect(host.dispatched).toHaveLength(1);
  });

  test('A7: one that would change files names them, with how much', async () => {
    const host = await ChatHost.start();
    const side = (uri: string) => ({ uri, content: { uri: 'x-loggia-content:/1' } });
    const items = [
      {
        before: side('file:///w/a%20b.md'),
        after: side('file:///w/a%20b.md'),
        diff: { added: 2, removed: 1 },
      },
      { after: side('file:///w/new.md') },
      { before: side('file:///w/old.md') },
    ];
    host.when('chat/turnStarted', () => host.call({ edits: { items } }));
    host.when('chat/toolCallConfirmed', () => host.complete());
    const terminal = new ScriptedTerminal('n');
    const ran = await loggia(['chat', 'x'], { data: host.data, terminal });
    expect(ran.complaints).toContain(
      '  Changes /w/a b.md (+2 −1)\n  Creates /w/new.md\n  Removes /w/old.md\n',
    );
  });

  test('one whose input changes meanwhile is asked anew: nobody agrees to what they have not seen', async () => {
    const host = await ChatHost.start();
    host.when('chat/turnStarted', () => host.call());
    host.when('chat/toolCallConfirmed', () => host.complete());
    const terminal = new ScriptedTerminal((question) => {
      setImmediate(() => {
        const ref = { turnId: host.turnId, toolCallId: 'call-1' };
        const toolInput = '{"path":"/etc/passwd"}';
        host.act({ type: 'chat/toolCallReady', ...ref, invocationMessage: 'May I?', toolInput });
        host.mirror();
      });
      return untilWithdrawn(question);
    }, 'n');
    const ran = await loggia(['chat', 'x'], { data: host.data, terminal });
    expect(ran.complaints).toContain('/etc/passwd');
    expect(host.dispatched[1]).toMatchObject({ approved: false });
  });

  test('a call that is pulled back after it was allowed is asked about again', async () => {
    const host = await ChatHost.start();
    const ready = {
      type: 'chat/toolCallReady' as const,
      toolCallId: 'call-1',
      invocationMessage: 'May I delete it?',
      toolInput: '{"path":"a.txt"}',
    };
    let times = 0;
    host.when('chat/turnStarted', () => host.call());
    host.when('chat/toolCallConfirmed', () => {
      times += 1;
      if (times === 2) return host.complete();
      // At once, so that the client never sees a state in which nothing waits.
      host.act({ ...ready, turnId: host.turnId });
      host.mirror();
    });
    const terminal = new ScriptedTerminal('y', 'n');
    expect(await loggia(['chat', 'x'], { data: host.data, terminal })).toMatchObject({ exitCode: 0 });
    expect(host.dispatched.slice(1)).toMatchObject([{ approved: true }, { approved: false }]);
  });

  test('A8: those of chats that its tools opened are answered, those of other chats are not', async () => {
    const host = await ChatHost.start();
    const request = (chat: string) => ({
      kind: 'chatInput' as const,
      id: `${chat}#q`,
      chat,
      request: { id: `q-of-${chat}`, message: `Asked in ${chat}` },
    });
    const modifiedAt = '2026-01-02T12:00:00.000Z';
    const entry = { title: 'Other', status: 1, modifiedAt };
    const byTool = { kind: 'tool' as const, chat: 'ahp-chat:/c', toolCallId: 'call-1' };
    host.session = {
      ...host.session,
      chats: [
        ...host.session.chats,
        { resource: 'ahp-chat:/stranger', ...entry, origin: { kind: 'user' } },
        { resource: 'ahp-chat:/helper', ...entry, origin: byTool },
      ],
    };
    host.when('chat/turnStarted', () => {
      host.actOnSession({ type: 'session/inputNeededSet', request: request('ahp-chat:/stranger') });
      host.actOnSession({ type: 'session/inputNeededSet', request: request('ahp-chat:/helper') });
    });
    host.when('chat/inputCompleted', () => host.complete());
    const ran = await loggia(['chat', 'x'], { data: host.data });
    expect(ran.complaints).toContain('Asked in ahp-chat:/helper');
    expect(ran.complaints).not.toContain('stranger');
    expect(host.dispatched.slice(1)).toMatchObject([
      { requestId: 'q-of-ahp-chat:/helper', response: 'decline' },
    ]);
  });

  test('Ctrl-C at the question cancels the turn', async () => {
    const { ran, answer } = await confirming(new ScriptedTerminal('interrupted'));
    expect(answer).toMatchObject({ type: 'chat/turnCancelled' });
    expect(ran.exitCode).toBe(130);
  });

  test('a result is shown before the agent gets it', async () => {
    const host = await ChatHost.start();
    host.when('chat/turnStarted', () => {
      host.call({ confirmed: 'not-needed' });
      const result = {
        success: true,
        pastTenseMessage: '',
        content: [{ type: 'text' as const, text: 'a secret' }],
      };
      const ref = { turnId: host.turnId, toolCallId: 'call-1' };
      host.act({ type: 'chat/toolCallComplete', ...ref, result, requiresResultConfirmation: true });
      host.mirror();
    });
    host.when('chat/toolCallResultConfirmed', () => host.complete());
    const terminal = new ScriptedTerminal('what?', 'n');
    const ran = await loggia(['chat', 'x'], { data: host.data, terminal });
    expect(ran.complaints).toContain('    a secret');
    expect(host.dispatched[1]).toMatchObject({ type: 'chat/toolCallResultConfirmed', approved: false });
  });
});

describe('A7: a call that needs a sign-in', () => {
  const auth = { reason: 'required' as const, resource: { resource: 'https://files.example' } };

  test('B12: offers to sign in, and goes on with the token', async () => {
    const host = await ChatHost.start();
    const authority = await AuthorizationServer.start();
    onTestFinished(() => authority.close());
    const resource = { resource: 'http://127.0.0.1:1/mcp', authorization_servers: [authority.issuer] };
    host.double.answers['x-loggia/listServers'] = () => ({ servers: [report()] });
    host.double.answers['x-loggia/askAuthorizationServer'] = askDirectly;
    host.double.answers['authenticate'] = () => {
      const ref = { turnId: host.turnId, toolCallId: 'call-1' };
      setImmediate(() => {
        host.act({ type: 'chat/toolCallAuthResolved', ...ref });
        host.finishCall('read');
        host.complete();
      });
      return {};
    };
    host.when('chat/turnStarted', () => {
      host.call({ confirmed: 'not-needed' });
      const ref = { turnId: host.turnId, toolCallId: 'call-1' };
      const challenge = { reason: 'required' as const, resource, requiredScopes: ['read'] };
      host.act({ type: 'chat/toolCallAuthRequired', ...ref, auth: challenge });
      host.mirror();
    });
    const terminal = new ScriptedTerminal('y');
    const world = {
      env: { LOGGIA_DATA: host.data, DISPLAY: ':0' },
      terminal,
      launch: async (_program: string, [url = '']: readonly string[]) => {
        void fetch(url);
        return true;
      },
    };
    expect(await loggia(['chat', 'x'], world)).toMatchObject({ exitCode: 0 });
    expect(terminal.asked).toEqual(['Sign in now? [y/n] ']);
  });

  test('ends the turn with exit code 4 and the command where nobody is there', async () => {
    const host = await ChatHost.start();
    host.double.answers['x-loggia/listServers'] = () => ({ servers: [] });
    host.when('chat/turnStarted', () => {
      host.call({ confirmed: 'not-needed' });
      host.act({ type: 'chat/toolCallAuthRequired', turnId: host.turnId, toolCallId: 'call-1', auth });
      host.mirror();
    });
    const ran = await loggia(['chat', 'x'], { data: host.data });
    expect(ran).toMatchObject({ exitCode: 4, complaints: expect.stringContaining('loggia servers login') });
    expect(host.dispatched[1]).toMatchObject({ type: 'chat/turnCancelled' });
  });
});

describe('A8: questions', () => {
  const questions = [
    { kind: 'text' as const, id: 'name', message: 'Your name', required: true },
    { kind: 'integer' as const, id: 'age', message: 'Your age', min: 1, max: 150 },
    { kind: 'boolean' as const, id: 'sure', message: 'Sure?', defaultValue: true },
    {
      kind: 'single-select' as const,
      id: 'size',
      message: 'Size',
      options: [
        { id: 's', label: 'Small' },
        { id: 'l', label: 'Large', description: 'costs more' },
      ],
    },
    {
      kind: 'multi-select' as const,
      id: 'with',
      message: 'With',
      min: 1,
      options: [
        { id: 'a', label: 'Ham' },
        { id: 'b', label: 'Cheese' },
      ],
    },
    { kind: 'text' as const, id: 'note', message: 'A note' },
  ];

  async function asking(
    terminal: ScriptedTerminal | undefined,
    request: object = { message: 'Your order', questions },
  ) {
    const host = await ChatHost.start();
    host.when('chat/turnStarted', () => {
      host.act({ type: 'chat/inputRequested', request: { id: 'q', ...request } });
      host.mirror();
    });
    host.when('chat/inputCompleted', () => host.complete());
    const ran = await loggia(['chat', 'x'], { data: host.data, terminal });
    return { ran, answer: host.dispatched[1] };
  }

  test('are asked one by one, checked, and sent together', async () => {
    const terminal = new ScriptedTerminal('', 'Ada', '1.5', '36', '', '2', '3', '1, 2', ':skip');
    const { ran, answer } = await asking(terminal);
    expect(answer).toMatchObject({
      type: 'chat/inputCompleted',
      requestId: 'q',
      response: 'accept',
      answers: {
        name: { state: 'submitted', value: { kind: 'text', value: 'Ada' } },
        age: { state: 'submitted', value: { kind: 'number', value: 36 } },
        sure: { state: 'submitted', value: { kind: 'boolean', value: true } },
        size: { state: 'submitted', value: { kind: 'selected', value: 'l' } },
        with: { state: 'submitted', value: { kind: 'selected-many', value: ['a', 'b'] } },
        note: { state: 'skipped' },
      },
    });
    expect(ran.exitCode).toBe(0);
    expect(ran.complaints).toContain('This one needs an answer');
    expect(ran.complaints).toContain('Enter a whole number.');
    expect(ran.complaints).toContain('  2) Large – costs more');
    expect(terminal.asked[2]).toBe('Whole number from 1 to 150: ');
  });

  test('can be declined, and are where nobody is there', async () => {
    expect((await asking(new ScriptedTerminal(':decline'))).answer).toMatchObject({ response: 'decline' });
    const { ran, answer } = await asking(undefined);
    expect(answer).toMatchObject({ response: 'decline' });
    expect(ran).toMatchObject({ exitCode: 1, complaints: expect.stringContaining('Your order') });
  });

  test('an address is shown whole before it is opened, and only one of the web is', async () => {
    const yes = await asking(new ScriptedTerminal('y'), { message: 'Pay', url: 'https://pay.example/1' });
    expect(yes.answer).toMatchObject({ response: 'accept' });
    expect(yes.ran.complaints).toContain('https://pay.example/1');
    const file = new ScriptedTerminal('y');
    expect((await asking(file, { url: 'file:///etc/passwd' })).answer).toMatchObject({ response: 'decline' });
    expect(file.asked).toEqual([]);
  });
});

describe('L2: a conversation', () => {
  test('goes from message to message in one session, and has commands of its own', async () => {
    const host = await ChatHost.start();
    host.when('chat/turnStarted', ({ message }) => {
      host.say(`You said ${message.text}`);
      host.complete();
    });
    const terminal = new ScriptedTerminal(
      ':help',
      ':nonsense',
      '/help',
      '',
      'and more',
      ':sessions',
      ':quit',
    );
    const { out, complaints, text } = screen();
    const ran = await loggia(['chat'], {
      data: host.data,
      terminal,
      out,
      complaints,
      env: { NO_COLOR: '1', LOGGIA_DATA: host.data },
    });
    expect(ran.exitCode).toBe(0);
    expect(
      host.dispatched.map((action) => 'message' in action && (action.message as { text: string }).text),
    ).toEqual(['/help', 'and more']);
    expect(host.double.commands.filter(([method]) => method === 'createSession')).toHaveLength(1);
    expect(text()).toContain('You said /help\nYou said and more\n');
    expect(text()).toContain('There is no ":nonsense" here');
    expect(text()).toContain('Talk');
  });

  test('E7: it shows the context of Views, sends it along, and can remove it', async () => {
    const host = await ChatHost.start();
    const attachments = [{ type: 'simple' as const, label: 'Budget', modelRepresentation: 'Over \u001b[2J' }];
    const context = { view: 'v', title: 'Budget', server: 'Finance', attachments };
    host.chat = reduceChat(host.chat, { type: 'x-loggia/viewContextSet', context });
    host.when('chat/turnStarted', () => {
      host.say('I see.');
      host.complete();
    });
    const options = { data: host.data };
    const said = await loggia(['chat', '--continue', 'x'], options);
    expect(said).toMatchObject({
      out: 'I see.\n',
      complaints: 'Sent with context from View “Budget” of Finance.\n',
    });
    const terminal = new ScriptedTerminal(':context', ':context clear', ':context', ':quit');
    const { complaints } = await loggia(['chat', '--continue'], { ...options, terminal });
    expect(complaints).toContain(
      [
        'From View “Budget” of Finance:',
        '> Over ␛[2J',
        'Your next message goes without it.',
        'No View sends anything with your next message.',
      ].join('\n'),
    );
    expect(host.dispatched.at(-1)).toEqual({ type: 'x-loggia/viewContextRemoved', view: 'v' });
  });

  test('Ctrl-C at the prompt warns first; nobody leaves an empty session behind', async () => {
    const host = await ChatHost.start();
    const terminal = new ScriptedTerminal('interrupted', 'interrupted');
    const ran = await loggia(['chat'], { data: host.data, terminal });
    expect(ran).toMatchObject({ exitCode: 0, complaints: expect.stringContaining('Ctrl-C again') });
    expect(host.double.commands).toEqual([]);
  });

  test('a turn that broke off goes on with :resume, without saying again what it said', async () => {
    const host = await ChatHost.start();
    host.when('chat/turnStarted', () => {
      host.say('first half ');
      const part = { kind: 'error' as const, error: { errorType: 'x', message: 'Broke.' }, resumable: true };
      host.act({ type: 'chat/error', turnId: host.turnId, duration: 1, part });
    });
    host.when('chat/turnResume', () => {
      host.say('second half');
      host.complete();
    });
    const terminal = new ScriptedTerminal('go', ':resume', (): Reply => ({ kind: 'ended' }));
    const ran = await loggia(['chat'], { data: host.data, terminal });
    expect(ran).toMatchObject({ exitCode: 0, out: 'first half \nsecond half\n' });
  });
});
