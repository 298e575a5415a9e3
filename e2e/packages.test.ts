import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createSession } from '@loggia/client';
import type { SessionState, TerminalState } from '@loggia/protocol';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inBrowser, noBrowser, Product } from './src/browser.ts';
import { Api } from './src/process/api.ts';
import { Installation } from './src/process/installation.ts';
import { until } from './src/process/until.ts';
import { hostilePdf } from './src/renderers/pdf.ts';

const note = 'application/vnd.acme.note+json';

const handler = `
import { defineType, serveTypes, tool } from '@loggia/kit';
import { z } from 'zod';

const note = defineType({
  mime: '${note}',
  version: '1.0.0',
  presentation: { label: 'Note', icon: '📝', creatable: { context: { text: 'hello' } } },
  schema: z.object({ text: z.string() }),
  tools: {
    shout: tool({
      description: 'Says something loudly.',
      input: { text: z.string() },
      run: ({ text }) => text.toUpperCase(),
    }),
  },
  capabilities: { summarize: ({ context }) => \`A note: \${String(context.text)}\` },
});
serveTypes([note], { name: 'acme-notes', version: '1.0.0' }).listen();
`;

const client = `
import { AhpClient, createSession, webSocketTransport, type WebSocketConstructor } from '@loggia/client';
import type { SessionState } from '@loggia/protocol';
import { WebSocket } from 'ws';

const [ahp = '', token = ''] = process.argv.slice(2);
const connect = webSocketTransport(ahp, { token, WebSocket: WebSocket as unknown as WebSocketConstructor });
const client = new AhpClient({ connect });
await client.connect();
const session = client.session(await createSession(client));
await session.ready;
await session.dispatch({ type: 'session/titleChanged', title: 'From a package' }).settled;
const state: SessionState | undefined = session.state;
console.log(state?.title);
client.close();
`;

/** The modules for Views and the other entries, which have types too. */
const entries = `
import { typeDefinitionSchema } from '@loggia/content';
import { createAutosave, type SaveState } from '@loggia/kit/view/autosave';
import { element } from '@loggia/kit/view/element';
import { MemoryRecordStore } from '@loggia/client/oauth';
import { nearest } from '@loggia/protocol/nearest';
import '@loggia/kit/view/jitless';

export const names = [typeDefinitionSchema, createAutosave, element, MemoryRecordStore, nearest];
export const state: SaveState = { kind: 'saved' };
`;

describe.skipIf(noBrowser !== undefined)(inBrowser('the packages'), () => {
  let installed: Installation;
  let product: Product;
  let api: Api;

  beforeAll(async () => {
    installed = await Installation.create('@types/node@20', '@types/ws@8', 'ws@8');
    installed.write('handler.ts', handler);
    await installed.mustCompile('handler.ts');
    product = await Product.start(
      { notes: { command: process.execPath, args: [path.join(installed.folder, 'handler.js')] } },
      {
        // By the names that configurations use, although no such packages are installed.
        agents: [
          { module: '@loggia/operator' },
          { module: '@loggia/acp', options: { name: 'other', displayName: 'Other', command: 'other' } },
          { module: '@loggia/model', options: { name: 'local', provider: 'ollama' } },
        ],
        hostTools: true,
      },
      {},
      installed.command,
    );
    api = new Api(() => product.data.endpoint());
  }, 600_000);

  afterAll(async () => {
    await product[Symbol.asyncDispose]();
    installed[Symbol.dispose]();
  });

  const loggia = (...words: readonly string[]) => installed.loggia(...words, '--data', product.data.path);

  test('L2, I4: the installed command serves with its handlers, and finds nothing wrong', async () => {
    const { http } = product.data.endpoint();
    expect((await fetch(`${http}/readyz`)).status).toBe(200);
    expect(await (await fetch(http)).text()).toContain('<div id="shell">');
    await until('its handlers are ready', async () => {
      const { code, output } = await loggia('doctor');
      const found = (name: string): boolean => output.includes(`"${name}" is ready`);
      return code === 0 && ['board', 'planner', 'table', 'servers', 'notes'].every(found) && output;
    });
    const manifest = path.join(installed.folder, 'node_modules/loggia/package.json');
    const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string };
    expect(await installed.loggia('version')).toEqual({ code: 0, output: `${version}\n` });
  });

  test('J1, I4: the shell opens in a browser, and a new board shows its columns', async () => {
    const screen = await product.screen();
    const { page } = screen;
    await screen.go('desk');
    await page.getByRole('button', { name: 'New', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Board', exact: true }).click();
    await page.getByRole('dialog', { name: 'Untitled board' }).waitFor();
    const view = await screen.view(async (frame) => (await frame.getByText('In progress').count()) > 0);
    expect(view.url()).not.toBe(page.url());
    expect(screen.problems).toEqual([]);
  });

  test('F3, TM2: programs beside the host start: PDFs have their text, and sessions have terminals', async () => {
    const pdf = path.join(installed.folder, 'birds.pdf');
    writeFileSync(pdf, hostilePdf(1));
    expect(await loggia('artifacts', 'create', pdf)).toMatchObject({ code: 0 });
    await until('the text is found', async () => (await loggia('search', 'heron')).output.includes('birds'));

    const { ahp } = product.client;
    const session = await createSession(ahp);
    const { defaultChat: chat = '' } = await ahp
      .session(session)
      .ready.then(() => ahp.session(session).state as SessionState);
    const channel = 'ahp-terminal:/installed';
    await ahp.request('createTerminal', { channel, claim: { kind: 'session', session, chat } });
    const view = ahp.subscribe<TerminalState>(channel);
    await view.ready;
    await view.dispatch({ type: 'terminal/input', data: 'echo ins""talled\r' }).settled;
    await until('the terminal answers', () =>
      JSON.stringify(view.confirmed).includes(String.raw`installed\r`),
    );
  });

  test('G1, L2: a handler made with the installed kit owns a type, and a mistake in it does not compile', async () => {
    const { id: workspace } = await api.firstWorkspace();
    await until('its type is there', async () => (await api.explain(workspace, note)).type !== undefined);
    const { id, context } = await api.create({ workspace, type: note, title: 'First', fromTemplate: true });
    expect(context).toEqual({ text: 'hello' });
    expect(await api.call('runCapability', { artifact: id, capability: 'summarize' })).toMatchObject({
      result: { structuredContent: { text: 'A note: hello' } },
    });
    const { code, output } = await loggia('tools', 'call', 'notes', 'shout', 'text=hello');
    expect([code, output]).toEqual([0, expect.stringContaining('HELLO')]);

    installed.write('mistaken.ts', handler.replace('text.toUpperCase()', 'text.toSorted()'));
    const mistaken = await installed.compile('mistaken.ts');
    expect(mistaken.output).toContain("Property 'toSorted' does not exist on type 'string'");
  });

  test('A4, L2: a client made with the installed library talks to the host, and every entry has types', async () => {
    installed.write('client.ts', client);
    installed.write('entries.ts', entries);
    await installed.mustCompile('client.ts', 'entries.ts');
    const { ahp, token } = product.data.endpoint();
    expect(await installed.node('client.js', ahp, token)).toEqual({ code: 0, output: 'From a package\n' });
  });
});
