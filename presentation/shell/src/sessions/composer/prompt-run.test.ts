import type { Attachment, ServerPrompt } from '@loggia/protocol';
import { describe, expect, it } from 'vitest';
import { settled } from '../../views/manual-time.testkit.ts';
import { PromptRun, type FilledPrompt } from './prompt-run.ts';

const prompt = (name: string, change: Partial<ServerPrompt> = {}): ServerPrompt => ({
  server: 's1',
  serverName: 'Weather',
  name,
  arguments: [],
  ...change,
});
const saying = (...contents: Record<string, unknown>[]): FilledPrompt => ({
  messages: contents.map((content) => ({ content })),
});
const idle = { asking: undefined, loading: undefined, problem: undefined };

function rig() {
  const filling: { readonly prompt: string; done(filled: FilledPrompt): void; fail(error: Error): void }[] =
    [];
  const inserted: string[] = [];
  const files: File[] = [];
  const added: Attachment[] = [];
  const run = new PromptRun({
    fill: ({ name }) => new Promise((done, fail) => filling.push({ prompt: name, done, fail })),
    insert: (text) => inserted.push(text),
    upload: (given) => files.push(...given),
    add: (given) => added.push(...given),
  });
  return { run, filling, inserted, files, added };
}

describe('prompts of servers in a message', () => {
  it('J3: one without arguments is filled in at once and inserted', async () => {
    const { run, filling, inserted } = rig();
    const wanted = prompt('forecast');
    void run.choose(wanted);
    expect(run.getSnapshot()).toEqual({ ...idle, loading: wanted });
    filling[0]?.done(saying({ type: 'text', text: 'What is' }, { type: 'text', text: 'the weather?' }));
    await settled();
    expect([inserted, run.getSnapshot()]).toEqual([['What is\n\nthe weather?'], idle]);
  });

  it('J3: one with arguments asks for them first', async () => {
    const { run, filling, inserted } = rig();
    const wanted = prompt('forecast', { arguments: [{ name: 'city' }] });
    void run.choose(wanted);
    expect([run.getSnapshot(), filling]).toEqual([{ ...idle, asking: wanted }, []]);
    run.take(wanted, saying({ type: 'text', text: 'Rome?' }));
    expect([inserted, run.getSnapshot()]).toEqual([['Rome?'], idle]);
  });

  it('J3: its resources become files of the message, and links stay links', async () => {
    const { run, files, added } = rig();
    run.take(
      prompt('review'),
      saying(
        { type: 'text', text: 'Review this.' },
        { type: 'resource', resource: { uri: 'file:///src/main%20part.py?x#y', text: 'print(1)' } },
        { type: 'image', data: 'AAEC', mimeType: 'image/png' },
        { type: 'image', data: 'not base64!', mimeType: 'image/png' },
        { type: 'resource_link', uri: 'https://example.test/a', name: 'A' },
      ),
    );
    expect(files.map(({ name, type, size }) => [name, type, size])).toEqual([
      ['main part.py', '', 8],
      ['Image', 'image/png', 3],
    ]);
    expect(added).toMatchObject([
      { type: 'embeddedResource', data: 'not base64!' },
      { type: 'resource', label: 'A', uri: 'https://example.test/a' },
    ]);
  });

  it('J7: what fails is said, and gone with the next', async () => {
    const { run, filling } = rig();
    void run.choose(prompt('forecast', { title: 'Forecast' }));
    filling[0]?.fail(new Error('"Weather" has to be ready before its prompts can be used. Start it.'));
    await settled();
    expect(run.getSnapshot().problem).toBe(
      '“Forecast” could not be used. "Weather" has to be ready before its prompts can be used. Start it.',
    );
    void run.choose(prompt('forecast'));
    expect(run.getSnapshot().problem).toBeUndefined();
    filling[1]?.done(saying());
    await settled();
    expect(run.getSnapshot().problem).toBe('“forecast” has nothing in it. Choose another prompt.');
    run.clear();
    expect(run.getSnapshot()).toEqual(idle);
  });

  it('J3: an answer that comes after another was chosen is dropped', async () => {
    const { run, filling, inserted } = rig();
    void run.choose(prompt('one'));
    void run.choose(prompt('two'));
    filling[0]?.done(saying({ type: 'text', text: 'One' }));
    filling[1]?.done(saying({ type: 'text', text: 'Two' }));
    await settled();
    expect(inserted).toEqual(['Two']);
  });
});
