import { fileURLToPath } from 'node:url';
import { createSession } from '@loggia/client';
import type { ChatState, ToolCall } from '@loggia/protocol';
import { answers, calls, FakeProvider, says } from '@loggia/testing/providers';
import { expect, onTestFinished, test } from 'vitest';
import { Api } from './src/process/api.ts';
import { DataDirectory, HostProcess } from './src/process/host-process.ts';
import { TappedClient } from './src/process/tapped-client.ts';
import { until } from './src/process/until.ts';
import { hostilePdf } from './src/renderers/pdf.ts';
import { SessionServers } from './src/servers/session-servers.ts';

const scripted = fileURLToPath(
  new URL('../harnesses/acp/src/fixtures/scripted-agent.testkit.mjs', import.meta.url),
);

function callsIn(state: ChatState | undefined): readonly ToolCall[] {
  const turns = [...(state?.turns ?? []), ...(state?.activeTurn ? [state.activeTurn] : [])];
  return turns.flatMap(({ responseParts }) =>
    responseParts.flatMap((part) => (part.kind === 'toolCall' ? [part.toolCall] : [])),
  );
}

/** An agent that makes the call that it is told to, in a turn of its own. */
interface Caller {
  readonly agent: object;
  /** The message that makes it do that. */
  asks(tool: string, input: object): string;
  readonly problems: readonly string[];
}

async function model(): Promise<Caller> {
  const provider = await FakeProvider.open('anthropic');
  onTestFinished(() => provider.close());
  const options = { provider: 'anthropic', apiKey: 'k', baseURL: provider.baseURL, models: [{ id: 'one' }] };
  let turns = 0;
  return {
    problems: provider.problems,
    agent: { module: '@loggia/model', options },
    asks: (tool, input) => {
      const text = `Step ${++turns}.`;
      provider.when(text, answers(calls(tool, input))).when(/./, answers(says('Done.')));
      return text;
    },
  };
}

async function programInAcp(): Promise<Caller> {
  const options = { name: 'scripted', command: process.execPath, args: [scripted] };
  return {
    problems: [],
    agent: { module: '@loggia/acp', options },
    asks: (call, args) => JSON.stringify([{ call, args }]),
  };
}

test.each([
  ['a model', model],
  ['a program that speaks ACP', programInAcp],
] as const)(
  'K5: %s finds and reads a PDF, writes through a handler, commits, publishes and shows, each with the user’s yes',
  async (_, open) => {
    const { agent, asks, problems } = await open();
    using data = new DataDirectory({ agents: [agent], hostTools: true, toolBudget: 'off' });
    await using host = await HostProcess.start(data, 'product');
    const api = new Api(() => data.endpoint());
    using client = new TappedClient('user', () => data.endpoint());
    const { id: workspace } = await api.firstWorkspace();
    const pdf = await api.create({ workspace, type: 'application/pdf', title: 'Herons' });
    const headers = { 'content-type': 'application/pdf' };
    await api.fetch(`artifacts/${pdf.id}/content`, {
      method: 'PUT',
      body: Buffer.from(hostilePdf(2)),
      headers,
    });
    await until('its words are found', async () => {
      const { hits } = await api.call<{ hits: unknown[] }>('search', { query: 'heron water' });
      return hits.length > 0;
    });
    const board = (await api.artifacts(workspace)).find(({ title }) => title === 'Getting to know Loggia');
    const artifact = board?.id ?? '';
    const { collections } = await api.call<{ collections: { id: string }[] }>('listCollections');
    const collection = collections[0]?.id ?? '';

    const session = await SessionServers.watch(client, await createSession(client.ahp));
    await until('the board is there', () => session.tools.includes('board_add_card'), 30_000);
    const chat = client.ahp.chat(session.view.state?.defaultChat ?? '');
    await chat.ready;

    /** One call of the agent; the user allows it if asked. */
    const act = async (tool: string, input: object): Promise<{ text: string; wasAsked: boolean }> => {
      const before = callsIn(chat.confirmed).length;
      const turnId = crypto.randomUUID();
      const message = { text: asks(tool, input), origin: { kind: 'user' as const } };
      chat.dispatch({ type: 'chat/turnStarted', turnId, startedAt: new Date().toISOString(), message });
      const made = () => callsIn(chat.confirmed)[before];
      const reached = (...statuses: readonly ToolCall['status'][]) =>
        until(
          `${tool} is ${statuses.join(' or ')}`,
          () => {
            const call = made();
            return call && statuses.includes(call.status) ? call : undefined;
          },
          30_000,
        );
      const { status, toolCallId } = await reached('pending-confirmation', 'completed');
      if (status === 'pending-confirmation')
        chat.dispatch({ type: 'chat/toolCallConfirmed', turnId, toolCallId, approved: true });
      const call = await reached('completed');
      await until('the turn is over', () => chat.confirmed?.activeTurn === undefined, 30_000);
      expect(call).toMatchObject({ toolName: tool, success: true });
      return { text: JSON.stringify(call), wasAsked: status === 'pending-confirmation' };
    };

    const found = await act('search', { query: 'heron water' });
    expect(found.text).toContain(pdf.id);
    const read = await act('read_text', { artifact: pdf.id });
    expect(read.text).toContain('The heron number 2 stands by the water.');
    expect([found, read].map(({ wasAsked }) => wasAsked)).toEqual([false, false]);

    const written = await act('board_add_card', { artifact, title: 'Two herons' });
    const committed = await act('commit_artifacts', { artifacts: [{ id: artifact }], message: 'Herons' });
    const published = await act('link_artifacts', { collection, artifacts: [artifact] });
    expect([written, committed, published].map(({ wasAsked }) => wasAsked)).toEqual([true, true, true]);
    const now = await api.artifact(artifact);
    expect(now).toMatchObject({ state: 'committed', collections: [collection] });
    expect(JSON.stringify(now)).toContain('Two herons');

    const shown = await act('show_artifact', { artifact });
    expect(shown).toMatchObject({ wasAsked: false });
    expect(shown.text).toContain(`artifact:///${artifact}`);
    expect([...problems, ...host.loggedErrors]).toEqual([]);
  },
  120_000,
);
