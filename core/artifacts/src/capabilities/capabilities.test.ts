import { capabilityArgumentsSchema } from '@loggia/content';
import { me } from '@loggia/testing/artifacts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { BackgroundRig } from '../handlers/background-rig.testkit.ts';
import type { McpResult } from '../handlers/handler-access.ts';
import { failed, owner } from '../handlers/scripted-handlers.testkit.ts';
import type { ArtifactRow } from '../store.ts';
import { createCapabilities, type Capabilities } from './capabilities.ts';

const invoice = 'application/vnd.acme.invoice+json';
const dot =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const acme = owner('acme', {
  capabilities: {
    extract_text: { tool: 'to_text' },
    summarize: { tool: 'to_summary' },
    generate_thumbnail: { tool: 'to_picture' },
    translate: { tool: 'to_other' },
  },
});
const textual = (builtin: string) => ({
  kind: 'platform' as const,
  capabilities: { extract_text: { builtin } },
});

let background: BackgroundRig;
let capabilities: Capabilities;
let workspace: string;

beforeEach(async () => {
  background = await BackgroundRig.open();
  const { content } = background.rig;
  capabilities = createCapabilities({ ...background.ports, content });
  workspace = await background.rig.workspace();
  background.handlers.set(invoice, acme);
});
afterEach(() => background.close());

async function artifact(type: string, text?: string | Uint8Array): Promise<ArtifactRow> {
  const content =
    text === undefined
      ? undefined
      : typeof text === 'string'
        ? { text }
        : { hash: (await background.rig.artifacts.upload(text)).hash };
  const { id } = await background.rig.create(workspace, {
    type,
    context: { sum: 3 },
    ...(content && { content }),
  });
  return row(id);
}

async function row(id: string): Promise<ArtifactRow> {
  const found = await background.rig.store.artifact(id);
  if (found === undefined) throw new Error(`There is no artifact ${id}.`);
  return found;
}

const answers = (result: McpResult): void => {
  background.handlers.answer = async () => result;
};
const says = (text: string): McpResult => ({ structuredContent: { text } });

describe('capabilities of standard types', () => {
  const type = 'text/x-test';
  const chosen = (ready = true) => ({
    ...textual('utf8-text'),
    providers: [
      {
        server: 'acme',
        name: 'Acme',
        ready,
        ...(!ready && { reason: '"Acme" is starting.' }),
        capabilities: { extract_text: { tool: 'to_text' }, summarize: { tool: 'to_summary' } },
      },
    ],
  });
  const asked = () => background.handlers.calls.map(({ tool }) => tool);

  it('H3: come from the server that was chosen, and are kept', async () => {
    background.handlers.set(type, chosen());
    answers(says('three'));
    const about = await artifact(type, 'plain');
    for (const _ of [1, 2]) {
      expect(await capabilities.run(about, 'extract_text', me)).toMatchObject(says('three'));
      expect(await capabilities.run(about, 'summarize', me)).toMatchObject(says('three'));
      await background.rig.kernel.settled();
    }
    expect(asked()).toEqual(['to_text', 'to_summary']);
    expect(await capabilities.ask(about, 'extract_text', me)).toMatchObject(says('three'));
  });

  it('H3: come from the platform while that server is down or fails, and are not kept as its own', async () => {
    const about = await artifact(type, 'plain');
    background.handlers.set(type, chosen(false));
    expect(await capabilities.run(about, 'extract_text', me)).toMatchObject(says('plain'));
    await expect(capabilities.run(about, 'summarize', me)).rejects.toMatchObject({
      kind: 'Unavailable',
      message: '"Acme" is starting.',
    });
    background.handlers.set(type, chosen());
    for (const answer of [
      async () => failed,
      () => Promise.reject(new Error('The server has ended.')),
      async () => ({ content: [] }),
    ]) {
      background.handlers.answer = answer;
      expect(await capabilities.run(about, 'extract_text', me)).toMatchObject(says('plain'));
      expect(await capabilities.ask(about, 'extract_text', me)).toMatchObject(says('plain'));
    }
    answers(says('three'));
    expect(await capabilities.run(about, 'extract_text', me)).toMatchObject(says('three'));
  });
});

describe('capabilities of servers', () => {
  it('H3: H4 calls the declared tool about the artifact, with leave to read it and no more', async () => {
    answers(says('three'));
    const about = await artifact(invoice, 'content');
    expect(await capabilities.run(about, 'extract_text', me)).toEqual({
      structuredContent: { text: 'three' },
      content: [{ type: 'text', text: 'three' }],
    });
    const [call] = background.handlers.calls;
    expect(call).toMatchObject({
      workspace,
      server: 'acme',
      tool: 'to_text',
      about: { artifact: about.id, by: 'ann', grant: 'read', permissions: [] },
      timeoutMs: 60_000,
    });
    const { capability, artifact: reference } = capabilityArgumentsSchema.parse(call?.arguments);
    expect(capability).toBe('extract_text');
    expect(reference).toMatchObject({
      id: about.id,
      type: invoice,
      state: 'draft',
      context: { sum: 3 },
      content: { ...about.content, url: `http://host/${about.id}` },
    });
    expect(background.handlers.uses.get(workspace)).toBe(0);
  });

  it('H3: asks once for the same substance, also at the same time, also in the next run', async () => {
    answers(says('three'));
    const about = await artifact(invoice, 'content');
    await Promise.all([1, 2, 3].map(() => capabilities.run(about, 'summarize', me)));
    await background.rig.artifacts.updateArtifact({ artifact: about.id, title: 'Another' }, me);
    await capabilities.run(await row(about.id), 'summarize', me);
    await background.rig.kernel.settled();
    const next = createCapabilities({ ...background.ports, content: background.rig.content });
    expect(await next.run(await row(about.id), 'summarize', me)).toMatchObject(says('three'));
    expect(background.handlers.calls).toHaveLength(1);
  });

  it('H3: asks again for other content, another context, another capability and another provider', async () => {
    answers(says('three'));
    const about = await artifact(invoice, 'content');
    const run = async (capability = 'summarize') => capabilities.run(await row(about.id), capability, me);
    await run();
    await background.rig.artifacts.updateArtifact({ artifact: about.id, content: { text: 'other' } }, me);
    await run();
    await background.rig.artifacts.updateArtifact({ artifact: about.id, context: { sum: 4 } }, me);
    await run();
    await run('extract_text');
    background.handlers.set(invoice, { ...acme, server: 'other' });
    await run();
    expect(background.handlers.calls).toHaveLength(5);
  });

  it('H3: what failed is asked again', async () => {
    const about = await artifact(invoice);
    answers(failed);
    expect(await capabilities.run(about, 'summarize', me)).toEqual(failed);
    background.handlers.answer = () => Promise.reject(new Error('The server has ended.'));
    await expect(capabilities.run(about, 'summarize', me)).rejects.toMatchObject({
      kind: 'Unavailable',
      message: 'The server has ended.',
    });
    answers(says('three'));
    expect(await capabilities.run(about, 'summarize', me)).toMatchObject(says('three'));
    expect(background.handlers.calls).toHaveLength(3);
  });

  it('H3: a large answer is passed on and not kept', async () => {
    const about = await artifact(invoice);
    answers({ structuredContent: 'x'.repeat(300_000) });
    await capabilities.run(about, 'translate', me);
    await background.rig.kernel.settled();
    await capabilities.run(about, 'translate', me);
    expect(background.handlers.calls).toHaveLength(2);
  });

  it('H3: a provider that does not answer within a minute has failed', async () => {
    background.handlers.answer = () => new Promise(() => {});
    const about = await artifact(invoice);
    const result = capabilities.run(about, 'summarize', me).catch((error: unknown) => error);
    await background.advance(60_000);
    expect(await result).toMatchObject({
      kind: 'Unavailable',
      message: '"acme" did not answer "to_summary" within 60 seconds. Check its log.',
    });
    expect(background.handlers.calls[0]?.signal?.aborted).toBe(true);
  });

  it('H3: says who is missing, and what to do', async () => {
    const about = await artifact(invoice);
    background.handlers.set(invoice, { ...acme, ready: false, reason: 'Start the server "ACME".' });
    await expect(capabilities.run(about, 'summarize', me)).rejects.toMatchObject({
      kind: 'Unavailable',
      message: 'Start the server "ACME".',
    });
    background.handlers.set(invoice, { kind: 'disputed', reason: 'A and B both claim it.' });
    await expect(capabilities.run(about, 'summarize', me)).rejects.toMatchObject({
      message: 'A and B both claim it.',
    });
    background.handlers.set(invoice, { kind: 'nobody' });
    await expect(capabilities.run(about, 'summarize', me)).rejects.toMatchObject({ kind: 'Unavailable' });
    background.handlers.set(invoice, acme);
    for (const name of ['sing', 'constructor', '__proto__']) {
      await expect(capabilities.run(about, name, me)).rejects.toMatchObject({ kind: 'NotFound' });
    }
    expect(background.handlers.calls).toEqual([]);
  });

  it.each<[string, string, McpResult]>([
    ['a text that is none', 'extract_text', { structuredContent: { text: 3 } }],
    ['no text at all', 'summarize', {}],
    [
      'a picture that is markup',
      'generate_thumbnail',
      { content: [{ type: 'image', mimeType: 'image/svg+xml', data: 'PHN2Zz4=' }] },
    ],
    [
      'a picture that says it is another',
      'generate_thumbnail',
      { content: [{ type: 'image', mimeType: 'image/jpeg', data: dot }] },
    ],
    [
      'a picture that is too large',
      'generate_thumbnail',
      { content: [{ type: 'image', mimeType: 'image/png', data: `iVBORw0KGgo${'A'.repeat(400_000)}` }] },
    ],
    ['far too much', 'translate', { structuredContent: 'x'.repeat(4_100_000) }],
    [
      'far too much about its failure',
      'translate',
      { isError: true, structuredContent: 'x'.repeat(4_100_000) },
    ],
  ])('L5 refuses %s', async (_name, capability, result) => {
    answers(result);
    await expect(capabilities.run(await artifact(invoice), capability, me)).rejects.toMatchObject({
      kind: 'Unavailable',
      message: expect.stringMatching(/^The server "ACME" .+\.$/) as unknown,
    });
  });

  it('L5: cuts a text that is too long, and passes on nothing that was not promised', async () => {
    answers({ structuredContent: { text: 'x'.repeat(2_000_000), more: 1 }, _meta: { secret: 1 } });
    const result = await capabilities.run(await artifact(invoice), 'extract_text', me);
    expect(Object.keys(result).sort()).toEqual(['content', 'structuredContent']);
    expect((result.structuredContent as { text: string }).text).toHaveLength(1_000_000);
  });
});

describe('capabilities of the platform', () => {
  it.each([
    ['utf8-text', 'as *is*', 'as *is*'],
    ['markdown-text', '# as *is*', 'as is'],
    ['json-text', '{"a":"as is"}', 'as is'],
    ['csv-text', 'as,is', 'as is'],
  ])('H3: %s', async (builtin, content, text) => {
    background.handlers.set('text/one', textual(builtin));
    expect(await capabilities.run(await artifact('text/one', content), 'extract_text', me)).toMatchObject(
      says(text),
    );
    expect(await capabilities.run(await artifact('text/one'), 'extract_text', me)).toMatchObject(says(''));
    expect(background.handlers.calls).toEqual([]);
  });

  it('H3: a small picture is its own thumbnail, a large one has none', async () => {
    background.handlers.set('image/png', {
      kind: 'platform',
      capabilities: { generate_thumbnail: { builtin: 'itself' } },
    });
    const small = await artifact('image/png', Buffer.from(dot, 'base64'));
    expect(await capabilities.run(small, 'generate_thumbnail', me)).toEqual({
      content: [{ type: 'image', mimeType: 'image/png', data: dot }],
    });
    const large = await artifact('image/png', Buffer.alloc(256 * 1024 + 1));
    expect(await capabilities.run(large, 'generate_thumbnail', me)).toEqual({ content: [] });
    const wrong = await artifact('image/png', Buffer.from('<svg onload="alert(1)">'));
    await expect(capabilities.run(wrong, 'generate_thumbnail', me)).rejects.toMatchObject({
      kind: 'Unavailable',
    });
  });

  it('H3: a definition that names what there is not says so', async () => {
    background.handlers.set('text/one', textual('telepathy'));
    await expect(capabilities.run(await artifact('text/one', 'x'), 'extract_text', me)).rejects.toThrow(
      'telepathy',
    );
  });
});
