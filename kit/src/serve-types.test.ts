import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { extractedTextOf, parseTypeFiles, parseTypeUri, thumbnailOf } from '@loggia/content';
import { fakeHost, Peer } from '@loggia/testing/handlers';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { defineType, tool, type TypeDefinition } from './define-type.ts';
import { serveTypes } from './serve-types.ts';

const mime = 'application/vnd.acme.invoice+json';
const artifact = {
  id: 'a1',
  workspace: 'w1',
  type: mime,
  title: 'March',
  state: 'draft',
  revision: 3,
  version: 1,
  context: { total: 12 },
};
const pixel = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0]);

function invoice(more: Partial<TypeDefinition> = {}): TypeDefinition {
  return defineType({
    mime,
    version: '1.0.0',
    extensions: ['.invoice'],
    presentation: { label: 'Invoice', icon: '🧾', creatable: true },
    schema: z.object({ total: z.number() }),
    preview: { fields: [{ label: 'Total', path: '/total' }] },
    view: { html: '<p>Invoice</p>', csp: { connectDomains: ['https://acme.example'] }, prefersBorder: true },
    ...more,
  });
}

const server = { name: 'acme', version: '1.0.0' };
const connect = (types: readonly TypeDefinition[]) => Peer.connect(serveTypes(types, server).newServer());

test('G1: the files of a type are served and read by a host without a problem', async () => {
  const peer = await connect([
    invoice({
      needs: ['servers'],
      events: { commit: () => {} },
      capabilities: { extract_text: () => 'text' },
      actions: { send: { label: 'Send', confirm: 'Really?', states: ['committed'], run: () => 'Sent.' } },
    }),
  ]);
  const { resources } = await peer.request('resources/list');
  const files = new Map<string, string>();
  for (const { uri, mimeType } of resources) {
    const place = parseTypeUri(uri);
    if (place === undefined) continue;
    expect(place.mime).toBe(mime);
    expect(mimeType).toBe('application/json');
    files.set(place.file, await peer.readText(uri));
  }
  const { contract, problems } = parseTypeFiles(mime, files);
  expect(problems).toEqual([]);
  expect(contract).toMatchObject({
    definition: { mime, version: '1.0.0', extensions: ['.invoice'] },
    presentation: {
      label: 'Invoice',
      viewer: { tool: 'open_invoice' },
      actions: [
        { id: 'send', label: 'Send', confirm: 'Really?', states: ['committed'], tool: 'invoice_action_send' },
      ],
    },
    schema: { type: 'object', properties: { total: { type: 'number' } }, required: ['total'] },
    preview: { fields: [{ label: 'Total', path: '/total' }] },
    behaviors: {
      events: { commit: { tool: 'invoice_event' } },
      capabilities: { extract_text: { tool: 'invoice_extract_text' } },
      needs: ['servers'],
    },
  });
});

test('G1: a wildcard type is served where a host looks for it', async () => {
  const peer = await connect([invoice({ mime: 'image/*', name: 'picture' })]);
  expect(JSON.parse(await peer.readText('type://image/*/type.json'))).toMatchObject({ mime: 'image/*' });
});

test('tools say who may call them', async () => {
  const peer = await connect([
    invoice({
      events: { commit: () => {} },
      capabilities: { extract_text: () => '' },
      actions: { send: { label: 'Send', run: () => '' } },
      tools: {
        total: tool({ description: 'For all', input: {}, run: () => '' }),
        show: tool({ description: 'Shows the View', input: {}, showsView: true, run: () => '' }),
        save: tool({ description: 'For the View', input: {}, visibility: ['app'], run: () => '' }),
      },
    }),
  ]);
  const { tools } = await peer.request('tools/list');
  const uri = 'ui://acme/invoice.html';
  expect(
    Object.fromEntries(
      tools.map((one: { name: string; _meta: { ui: unknown } }) => [one.name, one._meta.ui]),
    ),
  ).toEqual({
    open_invoice: { resourceUri: uri, visibility: ['app'] },
    invoice_event: { visibility: [] },
    invoice_extract_text: { visibility: [] },
    invoice_action_send: { visibility: [] },
    total: { visibility: ['model', 'app'] },
    show: { resourceUri: uri, visibility: ['model', 'app'] },
    save: { resourceUri: uri, visibility: ['app'] },
  });
});

test('the View is a page with what it may do', async () => {
  const peer = await connect([invoice()]);
  const { contents } = await peer.request('resources/read', { uri: 'ui://acme/invoice.html' });
  expect(contents).toEqual([
    {
      uri: 'ui://acme/invoice.html',
      mimeType: 'text/html;profile=mcp-app',
      text: '<p>Invoice</p>',
      _meta: { ui: { csp: { connectDomains: ['https://acme.example'] }, prefersBorder: true } },
    },
  ]);
});

test('a View in a file is read when it is asked for, and its absence is told', async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'kit-'));
  onTestFinished(() => fs.rmSync(folder, { recursive: true }));
  const file = path.join(folder, 'view.html');
  const peer = await connect([invoice({ view: { html: pathToFileURL(file) } })]);
  await expect(peer.readText('ui://acme/invoice.html')).rejects.toThrow(/Build it first.*view\.html/);
  fs.writeFileSync(file, '<p>built</p>');
  expect(await peer.readText('ui://acme/invoice.html')).toBe('<p>built</p>');
});

test('capabilities answer in the form that a host reads', async () => {
  const peer = await connect([
    invoice({
      capabilities: {
        extract_text: ({ context }) => `Total ${String(context['total'])}`,
        generate_thumbnail: () => ({ data: pixel, mediaType: 'image/png' }),
        count: () => ({ structuredContent: { count: 1 } }),
      },
    }),
  ]);
  const ask = (capability: string) => peer.callTool(`invoice_${capability}`, { capability, artifact });
  expect(extractedTextOf(await ask('extract_text'))).toBe('Total 12');
  expect(thumbnailOf(await ask('generate_thumbnail'))).toEqual({
    mimeType: 'image/png',
    data: Buffer.from(pixel).toString('base64'),
  });
  expect(await ask('count')).toEqual({
    structuredContent: { count: 1 },
    content: [{ type: 'text', text: '{"count":1}' }],
  });
});

test('H2: an event reaches the author once, and a failure reaches the host', async () => {
  const heard: string[] = [];
  let isBroken = true;
  const peer = await connect([
    invoice({
      events: {
        commit: (event, { title }) => {
          if (isBroken) throw new Error('The printer is out of paper.');
          heard.push(`${event.kind} ${event.id} ${title}`);
        },
      },
    }),
  ]);
  const deliver = (id: string, kind = 'commit') =>
    peer.callTool('invoice_event', {
      event: { id, kind, at: '2026-11-16T00:00:00Z', attempt: 1, by: 'me' },
      artifact,
    });
  expect(await deliver('e1')).toMatchObject({
    isError: true,
    content: [{ text: 'The printer is out of paper.' }],
  });
  isBroken = false;
  expect((await deliver('e1'))['isError']).toBeUndefined();
  await deliver('e1');
  await deliver('e2');
  // Not asked for, so nothing to fail.
  expect((await deliver('e3', 'delete'))['isError']).toBeUndefined();
  expect(heard).toEqual(['commit e1 March', 'commit e2 March']);
});

test('H4: a call acts with what it brought, and with nothing that another call brought', async () => {
  const host = await fakeHost(() => ({ json: { artifact } }));
  const read = tool({
    description: 'Reads',
    input: { artifact: z.string() },
    run: async (args, { api }) => (await api.getArtifact(args.artifact)).title,
  });
  const peer = await connect([invoice({ tools: { read } })]);
  await peer.callTool('open_invoice', { artifact }, host.meta('from opening'));
  const refused = await peer.callTool('read', { artifact: 'a1' });
  expect(refused).toMatchObject({ isError: true });
  expect(refused['content'][0].text).toMatch(/^This call has no access to the artifact\. Open the artifact/);
  expect(host.seen).toEqual([]);
  expect(await peer.callTool('read', { artifact: 'a1' }, host.meta('its own'))).toMatchObject({
    content: [{ type: 'text', text: 'March' }],
  });
  expect(host.seen.map(({ token }) => token)).toEqual(['its own']);
});

test('H4: work that outlives its access goes on with newer access to the same artifact', async () => {
  const host = await fakeHost(() => ({ json: { artifact } }));
  const read = tool({
    description: 'Reads',
    input: { artifact: z.string() },
    run: async (args, { api }) => (await api.getArtifact(args.artifact)).title,
  });
  const served = serveTypes([invoice({ tools: { read } })], server);
  const peer = await Peer.connect(served.newServer());
  const over = await peer.callTool('read', { artifact: 'a1' }, host.meta('over', -1));
  expect(over).toMatchObject({ isError: true });
  await expect(served.api('a1').getArtifact('a1')).rejects.toThrow('has no access');
  await peer.callTool('open_invoice', { artifact }, host.meta('newest'));
  await served.api('a1').getArtifact('a1');
  await expect(served.api('a2').getArtifact('a2')).rejects.toThrow('has no access');
  expect(host.seen.map(({ token }) => token)).toEqual(['newest']);
});

test('actions and the viewer get the artifact', async () => {
  const peer = await connect([
    invoice({
      open: ({ title }) => ({ structuredContent: { title } }),
      actions: { send: { label: 'Send', run: ({ id }) => `Sent ${id}.` } },
    }),
  ]);
  expect(await peer.callTool('open_invoice', { artifact })).toMatchObject({
    structuredContent: { title: 'March' },
  });
  expect(await peer.callTool('invoice_action_send', { action: 'send', artifact })).toMatchObject({
    content: [{ text: 'Sent a1.' }],
  });
  expect(await peer.callTool('open_invoice', { artifact: { id: 'x' } })).toMatchObject({ isError: true });
});

test('a wrong definition is told at the start, with the file and the place', () => {
  const wrong = invoice({ presentation: { label: '', icon: '<svg>' }, extensions: ['invoice'] });
  expect(() => serveTypes([wrong], server)).toThrow(
    /application\/vnd\.acme\.invoice\+json is wrong\.\n {2}type\.json \/extensions\/0: .+\n {2}presentation\.json \/label: /,
  );
  expect(() => serveTypes([invoice({ mime: 'invoice' })], server)).toThrow('is not a MIME type');
});

test('two of a name are told at the start', () => {
  const again = invoice({ mime: 'application/vnd.other.invoice+json' });
  expect(() => serveTypes([invoice(), again], server)).toThrow('Two tools are called “open_invoice”');
  expect(() => serveTypes([invoice(), invoice({ name: 'other' })], server)).toThrow(
    `Two definitions are for the type ${mime}.`,
  );
  expect(() =>
    serveTypes([invoice({ tools: { 'a b': tool({ description: '', input: {}, run: () => '' }) } })], server),
  ).toThrow('“a b” is not a valid tool name');
});
