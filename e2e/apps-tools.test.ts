import { fileURLToPath } from 'node:url';
import { ask, createSession } from '@loggia/client';
import { viewToolOf, type ToolDefinition } from '@loggia/protocol';
import { answers, calls, FakeProvider, says } from '@loggia/testing/providers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Conversation, inBrowser, lanName, noBrowser, Product, type Screen } from './src/browser.ts';
import { until } from './src/process/until.ts';
import { SessionServers } from './src/servers/session-servers.ts';
import { documents } from './src/views/probe-rig.ts';
import { Probe, probeServer, type ProbeWindow } from './src/views/probe.ts';

const scripted = fileURLToPath(
  new URL('../harnesses/acp/src/fixtures/scripted-agent.testkit.mjs', import.meta.url),
);

/** The tools of Views that the session lists. */
function listed({ servers }: Conversation): readonly ToolDefinition[] {
  const { activeClients = [] } = servers.view.state ?? {};
  return activeClients.flatMap(({ tools }) => tools.filter((tool) => viewToolOf(tool) !== undefined));
}

/** Makes the View offer one tool, which answers with its input. */
async function offer(probe: Probe): Promise<void> {
  await probe.frame.evaluate(() => {
    const { probe: own } = window as unknown as ProbeWindow;
    const inputSchema = { type: 'object', properties: { a: { type: 'number' } } };
    own.answers['tools/list'] = () => ({
      tools: [{ name: 'set', title: 'Set a value', inputSchema, annotations: { readOnlyHint: true } }],
    });
    own.answers['tools/call'] = (params) => ({
      content: [{ type: 'text', text: `set ${JSON.stringify(params['arguments'])}` }],
    });
  });
  await probe.start({ tools: { listChanged: true } });
}

describe.skipIf(noBrowser !== undefined)(inBrowser('tools that a View offers'), () => {
  let product: Product;
  let model: FakeProvider;

  beforeAll(async () => {
    model = await FakeProvider.open('anthropic');
    const options = { provider: 'anthropic', apiKey: 'key', baseURL: model.baseURL, models: [{ id: 'one' }] };
    const acp = { name: 'scripted', displayName: 'Scripted', command: process.execPath, args: [scripted] };
    const agents = [
      { module: '@loggia/model', options },
      { module: '@loggia/acp', options: acp },
    ];
    product = await Product.start({ probe: probeServer('probe') }, { agents, allowedHosts: [lanName] });
  });
  afterAll(async () => {
    await product[Symbol.asyncDispose]();
    await model.close();
  });

  async function conversation(kind: 'model' | 'scripted'): Promise<Conversation> {
    const { client } = product;
    const root = client.ahp.root();
    await root.ready;
    const isWanted = (name: string): boolean =>
      kind === 'scripted' ? name === kind : !['scripted', 'operator'].includes(name);
    const provider = await until(`the agent ${kind} is there`, () =>
      root.state?.agents.map((agent) => agent.provider).find(isWanted),
    );
    const servers = await SessionServers.watch(client, await createSession(client.ahp, { provider }));
    await servers.until('probe', 'ready', 30_000);
    await until('its tools are offered', () => servers.tools.includes('show-silent'));
    const made = new Conversation(servers, servers.view.state?.defaultChat ?? '');
    await made.ready();
    return made;
  }

  /** The message that makes the agent call the tool. */
  const request = {
    model: (turn: string, tool: string, input: object, answer: RegExp): string => {
      model.when(turn, answers(calls(tool, input)));
      model.when(answer, answers(says(`${turn}: done.`)));
      return turn;
    },
    scripted: (_turn: string, tool: string, input: object): string =>
      JSON.stringify([{ call: tool, args: input }]),
  };

  /** Confirms the call that waits on this screen. */
  async function allow(screen: Screen): Promise<string> {
    const question = screen.page.locator('.call-confirm').last();
    await question.waitFor();
    const title = (await question.locator('h4').textContent()) ?? '';
    await question.getByRole('button', { name: 'Allow once' }).click();
    return title;
  }

  const combinations = [
    { agent: 'model', document: documents[0] },
    { agent: 'scripted', document: documents[1] },
  ] as const;

  test.each(combinations)(
    'E4, K1: the agent $agent calls a tool of a View once the user allows it, and loses it with the View ($document.kind)',
    async ({ agent, document }) => {
      const chat = await conversation(agent);
      const screen = await product.screen(document?.options);
      await screen.open(chat);
      chat.say(request[agent]('open it', 'show-silent', {}, /shown by probe/));
      const probe = new Probe(await screen.newView(() => allow(screen)));
      await until('the turn has ended', () => chat.state?.activeTurn === undefined);
      expect(listed(chat)).toEqual([]);
      await offer(probe);
      const [tool] = await until('its tool is listed', () =>
        listed(chat).length > 0 ? listed(chat) : undefined,
      );
      await screen.page.getByRole('button', { name: '1 tool' }).waitFor();

      chat.say(request[agent]('use it', tool?.name ?? '', { a: 1 }, /These are its own words/));
      expect(await allow(screen)).toBe('Run "Set a value" in the View "Show silent" of "probe"?');
      const call = await until('the call has ended', () =>
        chat.calls.find(({ toolName, status }) => toolName === tool?.name && status === 'completed'),
      );
      expect(call).toMatchObject({
        displayName: 'Set a value',
        success: true,
        content: [{ type: 'text', text: 'set {"a":1}' }],
      });
      await until('the turn has ended', () => chat.state?.activeTurn === undefined);
      expect(await probe.received('tools/call')).toEqual([expect.objectContaining({ name: 'set' })]);
      await screen.page.getByText('View “Show silent” of probe').first().waitFor();
      const recorded = await until('the call is recorded', async () =>
        (await product.audit(chat.session)).find(({ by, view }) => by === 'agent' && view !== undefined),
      );
      expect(recorded).toMatchObject({
        method: 'tools/call',
        target: 'set',
        decision: 'allowed',
        allowedBy: 'asked',
        serverName: 'probe',
        requestBytes: expect.any(Number) as number,
        responseBytes: expect.any(Number) as number,
      });

      // The user's switch, the server's policy, and the page that goes.
      await screen.page.getByRole('button', { name: '1 tool' }).click();
      await screen.page.getByRole('switch', { name: /Offer this View/ }).click();
      await until('its tool is withdrawn', () => listed(chat).length === 0);
      await screen.page.getByRole('switch', { name: /Offer this View/ }).click();
      await until('its tool is back', () => listed(chat).length === 1);
      await screen.page.getByRole('button', { name: 'Close' }).last().click();
      await ask(product.client.ahp, 'x-loggia/setViewPolicy', {
        server: chat.server('probe').id,
        tools: 'withhold',
      });
      chat.say(request[agent]('use it again', tool?.name ?? '', {}, /There is no tool named/));
      await until('the turn has ended', () => chat.state?.turns.length === 3);
      expect(chat.calls.filter(({ contributor }) => contributor?.kind === 'client')).toHaveLength(1);
      await ask(product.client.ahp, 'x-loggia/setViewPolicy', {
        server: chat.server('probe').id,
        tools: 'offer',
      });
      await screen.page.reload();
      await until('its tool is gone with its page', () => listed(chat).length === 0);
      expect(screen.problems).toEqual([]);
      expect(model.problems).toEqual([]);
    },
  );

  test('E4: a View in two browsers offers its tools once, one browser runs a call, and the other goes on alone', async () => {
    const chat = await conversation('model');
    const screens = [await product.screen(), await product.screen()] as const;
    for (const screen of screens) await screen.open(chat);
    chat.say(request.model('open it twice', 'show-silent', {}, /shown by probe/));
    await allow(screens[0]);
    const probes: Probe[] = [];
    for (const screen of screens) {
      const probe = new Probe(await screen.view());
      await until('its script runs', () => probe.loaded);
      await offer(probe);
      probes.push(probe);
    }
    await until('both browsers list its tool', () => listed(chat).length === 2);
    const [tool, same] = listed(chat);
    expect(same).toEqual(tool);
    await until('the turn has ended', () => chat.state?.activeTurn === undefined);

    const ran = async (): Promise<number[]> =>
      Promise.all(probes.map(async (probe) => (await probe.received('tools/call')).length));
    const use = async (turn: string, screen: Screen): Promise<void> => {
      const before = chat.state?.turns.length ?? 0;
      chat.say(request.model(turn, tool?.name ?? '', { a: 1 }, /These are its own words/));
      await allow(screen);
      await until('the turn has ended', () => (chat.state?.turns.length ?? 0) > before);
      expect(chat.calls.at(-1)).toMatchObject({ toolName: tool?.name, status: 'completed', success: true });
    };
    await use('use it in one of them', screens[1]);
    expect((await ran()).toSorted((a, b) => a - b)).toEqual([0, 1]);
    // The model was told of one tool, not of two.
    const names = model.requests.at(-1)?.tools.filter((name) => name === tool?.name);
    expect(names).toHaveLength(1);

    const [first = 0] = await ran();
    const [left, gone] = first === 1 ? [1, 0] : [0, 1];
    await screens[gone as 0 | 1].context.close();
    probes.splice(gone, 1);
    const before = await ran();
    await use('use it in the other one', screens[left as 0 | 1]);
    expect(await ran()).toEqual(before.map((count) => count + 1));
    expect(screens[left as 0 | 1].problems).toEqual([]);
    expect(model.problems).toEqual([]);
  });
});
