import { beforeEach, describe, expect, test } from 'vitest';
import { knownMedium } from '../host/known-medium.testkit.ts';
import { ConsentNeeded, createAnswers, type Question, type SavedFile, type ViewServices } from './answers.ts';
import type { JournalEntry } from './journal.ts';

const signal = new AbortController().signal;

class Services implements ViewServices {
  readonly name = 'Budget (finance)';
  choice: 'ask' | 'allow' | 'deny' = 'ask';
  readonly offered = new Set(['serverTools', 'serverResources']);
  readonly did: unknown[] = [];
  readonly journal: JournalEntry[] = [];
  readonly questions: Question[] = [];
  yes: boolean | Promise<boolean> = true;

  consentTo = async () => this.choice;
  confirm = async (question: Question) => {
    this.questions.push(question);
    return this.yes;
  };
  openLink = (href: string) => this.did.push(['open', href]);
  told: Awaited<ReturnType<ViewServices['context']>> = [];
  context = async () => this.told;
  say: ViewServices['say'] = async (given) => void this.did.push(['say', given]);
  tellModel: ViewServices['tellModel'] = async (...told) => void this.did.push(['tell', ...told]);
  mediumOf = async () => knownMedium;
  save = (file: SavedFile) => this.did.push(['save', file]);
  forward: ViewServices['forward'] = async (method, params) => {
    this.did.push(['forward', method, params]);
    return { contents: [{ uri: 'x://a', text: 'inside' }] };
  };
  offers = (capability: string) => this.offered.has(capability);
  record = (entry: JournalEntry) => void this.journal.push(entry);
}

function withResolvers<Value>() {
  let resolve!: (value: Value) => void;
  const promise = new Promise<Value>((settle) => (resolve = settle));
  return { promise, resolve };
}

let services: Services;
let ask: (method: string, params?: unknown) => Promise<unknown>;
beforeEach(() => {
  services = new Services();
  const answers = createAnswers(services);
  ask = (method, params) => answers(method, params, signal);
});

describe('links', () => {
  test('E4: are opened once the user has agreed, and that is on record', async () => {
    await expect(ask('ui/open-link', { url: 'https://example.com' })).resolves.toEqual({});
    expect(services.did).toEqual([['open', 'https://example.com/']]);
    expect(services.questions).toMatchObject([
      { text: 'Budget (finance) wants to open this address:', quote: 'https://example.com/', signal },
    ]);
    expect(services.journal).toEqual([
      { method: 'ui/open-link', target: 'https://example.com', decision: 'allowed', bytes: 29 },
    ]);
  });

  test('E4: that could run code are refused without a question, as a result', async () => {
    await expect(ask('ui/open-link', { url: 'javascript:alert(1)' })).resolves.toMatchObject({
      isError: true,
    });
    expect([services.did, services.questions]).toEqual([[], []]);
    expect(services.journal[0]).toMatchObject({ decision: 'refused' });
  });

  test('E4: the user, or the settings, can say no', async () => {
    services.yes = false;
    await expect(ask('ui/open-link', { url: 'https://a.example' })).resolves.toMatchObject({ isError: true });
    services.choice = 'deny';
    await expect(ask('ui/open-link', { url: 'https://a.example' })).resolves.toMatchObject({ isError: true });
    expect(services.questions).toHaveLength(1);
    expect(services.did).toEqual([]);
  });

  test('E4: a View asks one question at a time', async () => {
    const { promise, resolve: answer } = withResolvers<boolean>();
    services.yes = promise;
    const first = ask('ui/open-link', { url: 'https://a.example' });
    await expect(ask('ui/open-link', { url: 'https://b.example' })).resolves.toMatchObject({ isError: true });
    answer(true);
    await expect(first).resolves.toEqual({});
    expect(services.did).toEqual([['open', 'https://a.example/']]);
  });

  test('E4: who asks again after a no can be told to stop, and is not heard any more', async () => {
    const open = () => ask('ui/open-link', { url: 'https://a.example' });
    services.yes = false;
    await open();
    expect(services.questions[0]?.never).toBeUndefined();
    await open();
    services.yes = true;
    await open();
    await open();
    expect(services.questions.map(({ never }) => never !== undefined)).toEqual([false, true, true, false]);
    services.questions[1]?.never?.run();
    await expect(open()).resolves.toMatchObject({ isError: true });
    expect(services.questions).toHaveLength(4);
    services.choice = 'allow';
    await expect(open()).resolves.toEqual({});
  });
});

describe('messages', () => {
  test.each([
    ['one block', { type: 'text', text: 'Hello' }],
    ['a list', [{ type: 'text', text: 'Hello' }]],
  ])('E7: %s is said after consent', async (_, content) => {
    await expect(ask('ui/message', { role: 'user', content })).resolves.toEqual({});
    expect(services.did).toEqual([['say', { text: 'Hello', attachments: [] }]]);
  });

  test('E7: all of it is shown before it is sent, and what is too long for that is refused', async () => {
    const text = 'x'.repeat(150_000);
    await ask('ui/message', { role: 'user', content: { type: 'text', text } });
    expect(services.questions).toMatchObject([{ title: 'Send this View’s message?', quote: text }]);
    const more = { type: 'resource', resource: { uri: 'x://a', text } };
    const content = [{ type: 'text', text }, more];
    await expect(ask('ui/message', { role: 'user', content })).rejects.toMatchObject({ code: -32602 });
    expect(services.did).toHaveLength(1);
  });

  test('E7: attachments are shown by name, type, size and content, with what the model is told', async () => {
    services.told = [{ type: 'simple', label: 'Budget', modelRepresentation: 'Budget shows:\nall' }];
    await ask('ui/message', {
      role: 'user',
      content: [
        { type: 'text', text: 'Look' },
        { type: 'image', data: 'AAAA', mimeType: 'image/png' },
        { type: 'resource', resource: { uri: 'x://a', text: 'Delete everything' } },
        { type: 'resource', resource: { uri: 'x://b', blob: btoa('hidden'), mimeType: 'application/zip' } },
        { type: 'resource', resource: { uri: 'x://c', blob: 'not base64', mimeType: 'text/plain' } },
        { type: 'resource', resource: { uri: 'x://d', blob: '/////w==', mimeType: 'application/x' } },
        { type: 'resource_link', uri: 'https://e.example', name: 'E' },
      ],
    });
    expect(services.questions[0]?.parts).toEqual([
      { label: 'Image', about: 'image/png, 3 B', image: 'data:image/png;base64,AAAA' },
      { label: 'x://a', about: 'text, 17 B', text: 'Delete everything' },
      { label: 'x://b', about: 'application/zip, 6 B', text: 'hidden' },
      { label: 'x://c', about: 'text/plain, 10 B', text: 'not base64' },
      { label: 'x://d', about: 'application/x, 4 B, can’t be shown here' },
      { label: 'E', about: 'link', text: 'https://e.example' },
      { label: 'Budget', about: 'text, 17 B', text: 'Budget shows:\nall' },
    ]);
    expect(services.did).toMatchObject([['say', { attachments: { length: 7 } }]]);
  });

  test('E7: only as the user, and only with something in them', async () => {
    const content = [{ type: 'text', text: 'Hello' }];
    await expect(ask('ui/message', { role: 'assistant', content })).rejects.toMatchObject({ code: -32602 });
    await expect(ask('ui/message', { role: 'user', content: 'Hello' })).rejects.toMatchObject({
      code: -32602,
    });
    await expect(ask('ui/message', { role: 'user', content: [] })).resolves.toMatchObject({ isError: true });
    expect(services.did).toEqual([]);
  });

  test('E7: that cannot be delivered are refused as a result', async () => {
    services.say = () => Promise.reject(new Error('There is no conversation.'));
    const content = [{ type: 'text', text: 'Hello' }];
    await expect(ask('ui/message', { role: 'user', content })).resolves.toMatchObject({ isError: true });
    expect(services.journal[0]).toMatchObject({ decision: 'refused', reason: 'There is no conversation.' });
  });
});

describe('what the model is told', () => {
  test('E7: is passed on', async () => {
    await ask('ui/update-model-context', { structuredContent: { a: 1 } });
    expect(services.did).toEqual([['tell', [], { a: 1 }]]);
  });

  test('E7: is bounded', async () => {
    const content = [{ type: 'text', text: 'x'.repeat(1_100_000) }];
    await expect(ask('ui/update-model-context', { content })).rejects.toMatchObject({ code: -32602 });
    expect(services.did).toEqual([]);
  });
});

describe('downloads', () => {
  const resource = { uri: 'x:///a/../../b.csv', mimeType: 'text/plain', text: 'a,b' };

  test('E4: are saved after consent, under a safe name', async () => {
    await expect(ask('ui/download-file', { contents: [{ type: 'resource', resource }] })).resolves.toEqual(
      {},
    );
    expect(services.did).toEqual([['save', { name: 'b.csv', content: 'a,b', contentType: 'text/plain' }]]);
    expect(services.questions[0]?.quote).toBe('b.csv');
  });

  test('E4: that are linked are read from the own server', async () => {
    await ask('ui/download-file', {
      contents: [{ type: 'resource_link', uri: 'x://a/c.txt', name: '../c.txt' }],
    });
    expect(services.did).toEqual([
      ['forward', 'resources/read', { uri: 'x://a/c.txt' }],
      ['save', { name: 'c.txt', content: 'inside', contentType: '' }],
    ]);
  });

  test('E4: nothing is saved where the user says no', async () => {
    services.yes = false;
    await expect(
      ask('ui/download-file', { contents: [{ type: 'resource', resource }] }),
    ).resolves.toMatchObject({
      isError: true,
    });
    expect(services.did).toEqual([]);
  });

  test.each([[[]], [undefined], [[{}]], [[{ type: 'resource', resource: { uri: 'x', blob: '%%%' } }]]])(
    'E4: %j is no download',
    async (contents) => {
      await expect(ask('ui/download-file', { contents })).rejects.toMatchObject({ code: -32602 });
    },
  );
});

describe('the own server', () => {
  test('C1: is asked for what it offers to Views, and the host keeps the record', async () => {
    await ask('tools/call', { name: 'a', arguments: {} });
    await ask('resources/read', { uri: 'x://a' });
    expect(services.did).toHaveLength(2);
    expect(services.journal).toEqual([]);
  });

  describe('E10: a call that can change something', () => {
    let remembers: boolean;
    let isAllowed: boolean;
    const call = () => ask('tools/call', { name: 'pay', arguments: { amount: 5 } });
    beforeEach(() => {
      remembers = true;
      isAllowed = false;
      services.forward = async (_method, _params, _signal, consent) => {
        if (consent === 'ask' && !isAllowed) throw new ConsentNeeded('Ask first.', remembers);
        isAllowed ||= consent === 'view' || consent === 'always';
        services.did.push(consent);
        return { content: [] };
      };
    });

    test('runs once the user has seen the tool and what it would run with', async () => {
      await expect(call()).resolves.toEqual({ content: [] });
      expect(services.questions).toMatchObject([
        {
          text: 'Budget (finance) wants to run “pay” on its server. It might change something. These are its arguments:',
          quote: '{\n  "amount": 5\n}',
          action: 'Allow once',
          always: [{ label: 'Always allow' }, { label: 'Allow for this View' }],
        },
      ]);
      await call();
      expect([services.did, services.questions.length]).toEqual([['once', 'once'], 2]);
    });

    test.each([
      ['Allow for this View', 'view'],
      ['Always allow', 'always'],
    ])('is not asked about again after “%s”', async (label, consent) => {
      services.confirm = async (question: Question) => {
        services.questions.push(question);
        question.always?.find((way) => way.label === label)?.run();
        return true;
      };
      await Promise.all([call(), call(), call()]);
      expect([services.did, services.questions.length]).toEqual([[consent, 'ask', 'ask'], 1]);
    });

    test('is asked about each time where the host remembers nothing', async () => {
      remembers = false;
      await call();
      expect(services.questions[0]?.always).toBeUndefined();
    });

    test('does not run when the user says no, whatever the View says of consent', async () => {
      services.yes = false;
      const params = { name: 'pay', _meta: { 'loggia.consent': 'view' } };
      await expect(ask('tools/call', params)).rejects.toMatchObject({ code: -32000 });
      expect(services.did).toEqual([]);
    });

    test('is refused when there is more than a user can check', async () => {
      const params = { name: 'pay', arguments: { a: 'x'.repeat(300_000) } };
      await expect(ask('tools/call', params)).rejects.toMatchObject({ code: -32602 });
      expect([services.did, services.questions]).toEqual([[], []]);
    });
  });

  test.each([
    'sampling/createMessage',
    'logging/setLevel',
    'initialize',
    'createSession',
    '__proto__',
    'toString',
  ])('C1: %s is refused where it is not offered, and that is on record', async (method) => {
    await expect(ask(method, {})).rejects.toMatchObject({ code: -32601 });
    expect(services.did).toEqual([]);
    expect(services.journal).toMatchObject([{ method, decision: 'refused' }]);
  });
});
