import { me } from '@loggia/testing/artifacts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createCapabilities } from '../capabilities/capabilities.ts';
import { BackgroundRig } from '../handlers/background-rig.testkit.ts';
import type { HandlerCall, McpResult } from '../handlers/handler-access.ts';
import { failed, owner } from '../handlers/scripted-handlers.testkit.ts';
import { artifactsPart, type DerivedRow } from '../store.ts';
import { Deriver, type DeriverPorts } from './deriver.ts';

const invoice = 'application/vnd.acme.invoice+json';
const parcel = 'application/vnd.post.parcel';
const note = 'text/plain';
const picture = 'image/png';
const minute = 60_000;
const dot =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const acme = owner('acme', {
  capabilities: { extract_text: { tool: 'to_text' }, generate_thumbnail: { tool: 'to_picture' } },
});
const post = owner('post', { capabilities: { extract_text: { tool: 'to_text' } } });

let background: BackgroundRig;
let deriver: Deriver;
let workspace: string;
let announced: (readonly string[])[];

function ports(): DeriverPorts {
  const { content, artifacts } = background.rig;
  return {
    ...background.ports,
    capabilities: createCapabilities({ ...background.ports, content }),
    upload: (bytes) => artifacts.upload(bytes),
    changed: (ids) => void announced.push([...ids].sort()),
  };
}

beforeEach(async () => {
  background = await BackgroundRig.open();
  announced = [];
  workspace = await background.rig.workspace();
  const { handlers } = background;
  handlers.set(note, { kind: 'platform', capabilities: { extract_text: { builtin: 'utf8-text' } } });
  handlers.set(picture, { kind: 'platform', capabilities: { generate_thumbnail: { builtin: 'itself' } } });
  handlers.set(invoice, acme);
  handlers.set(parcel, post);
  handlers.answer = async (call) => good(call);
  deriver = new Deriver(ports());
});
afterEach(async () => {
  deriver.stop();
  await background.close();
});

function good({ tool }: HandlerCall): McpResult {
  if (tool === 'to_text') return { structuredContent: { text: 'three hundred pelicans' } };
  return { content: [{ type: 'image', mimeType: 'image/png', data: dot }] };
}

const create = (type: string, text?: string): Promise<string> =>
  background.rig
    .create(workspace, { type, title: 'Some title', ...(text !== undefined && { content: { text } }) })
    .then(({ id }) => id);
const derived = (id: string): Promise<DerivedRow | undefined> => background.rig.store.derived(id);
const isDue = async (id: string): Promise<boolean> =>
  (await background.rig.store.underived(1000)).some((row) => row.id === id);
const nothingDue = async (): Promise<boolean> => (await background.rig.store.underived(1)).length === 0;
async function found(query: string): Promise<string[]> {
  const { hits } = await background.rig.artifacts.search({ query }, me);
  return hits.flatMap((hit) =>
    hit.kind === 'artifact' ? [(hit as { artifact: { id: string } }).artifact.id] : [],
  );
}

describe('what is derived', () => {
  it('H3: F6 an artifact is found by the text that its owner extracts, and its card has a picture', async () => {
    const id = await create(invoice);
    expect(await found('pelicans')).toEqual([]);
    deriver.start();
    await background.until(nothingDue);
    expect(await found('pelicans')).toEqual([id]);
    const row = await derived(id);
    expect(row).toMatchObject({
      excerpt: 'three hundred pelicans',
      thumbnail: expect.any(String) as unknown,
    });
    expect((await background.rig.content.read(row?.thumbnail ?? '', 0, 1000)).toString('base64')).toBe(dot);
    expect(background.handlers.calls.map(({ tool, about }) => ({ tool, ...about }))).toEqual(
      ['to_text', 'to_picture'].map((tool) => ({
        tool,
        artifact: id,
        by: 'loggia',
        grant: 'read',
        permissions: [],
      })),
    );
    await background.advance(1000);
    expect(announced).toEqual([[id]]);
  });

  it('H3: a type with a glimpse gives rows to its cards, and its words to the search', async () => {
    const capabilities = { extract_text: { builtin: 'csv-text' }, glimpse: { builtin: 'csv-glimpse' } };
    background.handlers.set(note, { kind: 'platform', capabilities });
    const id = await create(note, 'City,Count\nTurin,1\n');
    deriver.start();
    await background.until(nothingDue);
    expect(await found('turin')).toEqual([id]);
    expect((await derived(id))?.excerpt).toBe('City\tCount\nTurin\t1');
  });

  it('H3: F6 built-ins serve the standard types', async () => {
    const text = await create(note, 'Under  the\n\nwillows');
    const image = await background.rig.create(workspace, {
      type: picture,
      content: { hash: (await background.rig.artifacts.upload(Buffer.from(dot, 'base64'))).hash },
    });
    deriver.start();
    await background.until(nothingDue);
    expect(await found('willows')).toEqual([text]);
    expect(await derived(text)).toMatchObject({ excerpt: 'Under the willows', thumbnail: undefined });
    expect(await derived(image.id)).toMatchObject({ excerpt: undefined, thumbnail: image.content?.hash });
    expect(background.handlers.calls).toEqual([]);
  });

  it('H3: F6 a change is derived anew when it is told of, and only then announced', async () => {
    const id = await create(note, 'first words');
    deriver.start();
    await background.until(nothingDue);
    await background.advance(1000);
    announced.length = 0;
    await background.rig.artifacts.updateArtifact({ artifact: id, content: { text: 'second words' } }, me);
    deriver.poke([id]);
    await background.until(nothingDue);
    expect([await found('first'), await found('second')]).toEqual([[], [id]]);
    await background.rig.artifacts.updateArtifact({ artifact: id, context: { seen: true } }, me);
    deriver.poke([id, 'nothing']);
    await background.until(nothingDue);
    await background.advance(1000);
    expect(announced).toEqual([[id]]);
  });

  it('H3: a type for which nobody can do anything is done with', async () => {
    await create('text/unheard-of', 'words');
    background.handlers.set(invoice, owner('acme'));
    await create(invoice);
    deriver.start();
    await background.until(nothingDue);
    expect(background.handlers.calls).toEqual([]);
  });

  it('L5: the text of a hostile owner marks no matches and is cut', async () => {
    background.handlers.answer = async () => ({
      structuredContent: { text: `a\u0001b\u0002c ${'x'.repeat(3_000_000)}` },
    });
    const id = await create(parcel);
    deriver.start();
    await background.until(nothingDue);
    const row = await derived(id);
    expect(row?.excerpt?.startsWith('a b c ')).toBe(true);
    expect(row?.excerpt?.length).toBeLessThanOrEqual(300);
  });
});

describe('providers that are away', () => {
  it('H3: F6 until its provider is there an artifact is found by its title, and at once by its text then', async () => {
    background.handlers.set(invoice, { ...acme, ready: false });
    const id = await create(invoice);
    deriver.start();
    deriver.poke([id]);
    await background.advance(20 * minute);
    expect(background.handlers.calls).toEqual([]);
    expect(await found('title')).toEqual([id]);
    background.handlers.set(invoice, acme, workspace);
    await background.until(nothingDue);
    expect(await found('pelicans')).toEqual([id]);
  });

  it('H3: a server is started for what somebody changes, not for what was left', async () => {
    background.handlers.set(invoice, { ...acme, ready: false });
    const id = await create(invoice);
    deriver.start();
    await background.calm();
    expect(background.handlers.uses.get(workspace)).toBeUndefined();
    deriver.poke([id]);
    await background.calm();
    expect(background.handlers.uses.get(workspace)).toBe(1);
    await background.advance(3 * minute);
    expect(background.handlers.uses.get(workspace)).toBe(0);
  });

  it('H3: an owner that appears later is asked, though nobody says that it has', async () => {
    background.handlers.set(invoice, { kind: 'nobody' });
    const id = await create(invoice);
    deriver.start();
    await background.calm();
    expect(await isDue(id)).toBe(true);
    background.handlers.set(invoice, acme);
    await background.advance(5 * minute);
    await background.until(nothingDue);
    expect(await found('pelicans')).toEqual([id]);
  });

  it('H3: a change at the handlers that helps nobody who waits costs no reading', async () => {
    background.handlers.set(invoice, { ...acme, ready: false });
    await create(invoice);
    const { store } = background.rig;
    let reads = 0;
    const counted = new Proxy(store, {
      get: (target, name: keyof typeof store) => {
        if (name === 'underived' || name === 'artifact') reads += 1;
        return target[name].bind(target);
      },
    });
    deriver = new Deriver({ ...ports(), store: counted });
    deriver.start();
    await background.calm();
    expect(reads).toBeGreaterThan(0);
    reads = 0;
    for (let index = 0; index < 50; index++) background.handlers.set(note, post, workspace);
    await background.calm();
    expect(reads).toBe(0);
  });
});

describe('failure', () => {
  it('H3: is tried again after pauses that double, then the artifact is indexed without', async () => {
    const id = await create(parcel);
    const { clock } = background.rig;
    const begun = clock.now();
    const times: number[] = [];
    background.handlers.answer = async () => {
      times.push((clock.now() - begun) / 1000);
      return failed;
    };
    deriver.start();
    await background.advance(4 * 60 * minute);
    expect(times).toEqual([0, 30, 90, 210, 450, 930]);
    expect(await derived(id)).toMatchObject({ excerpt: undefined });
    expect(await nothingDue()).toBe(true);
    expect(background.problems).toEqual([expect.stringContaining('No ink left.')]);
  });

  it('H3: F6 keeps the text although the picture fails, and gets the picture later', async () => {
    let fails = true;
    background.handlers.answer = async (call) => (fails && call.tool === 'to_picture' ? failed : good(call));
    const id = await create(invoice);
    deriver.start();
    await background.until(async () => (await found('pelicans')).length === 1);
    expect(await isDue(id)).toBe(true);
    fails = false;
    await background.advance(minute);
    await background.until(nothingDue);
    expect((await derived(id))?.thumbnail).toBeDefined();
  });

  it('F6: keeps the text of the earlier state while that of the new one cannot be had', async () => {
    const id = await create(parcel);
    deriver.start();
    await background.until(nothingDue);
    background.handlers.answer = () => Promise.reject(new Error('The server has ended.'));
    await background.rig.artifacts.updateArtifact({ artifact: id, context: { other: 1 } }, me);
    deriver.poke([id]);
    await background.until(() => background.handlers.calls.length === 2);
    await background.calm();
    expect(await found('pelicans')).toEqual([id]);
    expect(await isDue(id)).toBe(true);
  });

  it('H3: a change is tried at once, whatever failed before it', async () => {
    background.handlers.answer = async () => failed;
    const id = await create(parcel);
    deriver.start();
    await background.until(() => background.handlers.calls.length === 1);
    await background.calm();
    deriver.poke([id]);
    await background.calm();
    expect(background.handlers.calls).toHaveLength(1);
    background.handlers.answer = async (call) => good(call);
    await background.rig.artifacts.updateArtifact({ artifact: id, context: { other: 1 } }, me);
    deriver.poke([id]);
    await background.until(nothingDue);
  });

  it('H3: what is being tried again is not tried for a third time meanwhile', async () => {
    await create(parcel);
    background.handlers.answer = async () => failed;
    const { store } = background.rig;
    let reads = 0;
    const counted = new Proxy(store, {
      get: (target, name: keyof typeof store) => {
        if (name === 'artifact') reads += 1;
        if (reads > 100) throw new Error('It is read all the time.');
        return target[name].bind(target);
      },
    });
    deriver = new Deriver({ ...ports(), store: counted });
    deriver.start();
    await background.until(() => background.handlers.calls.length === 1);
    background.handlers.answer = () => new Promise(() => {});
    await background.advance(50_000);
    expect(background.handlers.calls).toHaveLength(2);
    expect(background.problems).toEqual([]);
  });

  it('H3: storage that cannot be read for a moment is tried again, not all the time', async () => {
    await create(note, 'words');
    const { store } = background.rig;
    let broken = true;
    const flaky = new Proxy(store, {
      get: (target, name: keyof typeof store) =>
        name === 'underived' && broken ? () => Promise.reject(new Error('disk')) : target[name].bind(target),
    });
    deriver = new Deriver({ ...ports(), store: flaky });
    deriver.start();
    await background.advance(12_000);
    expect(background.problems).toHaveLength(3);
    broken = false;
    await background.advance(6000);
    await background.until(nothingDue);
  });
});

describe('many at once', () => {
  it('H3: asks each server for one artifact at a time, and at most four at once', async () => {
    const types = Array.from({ length: 6 }, (_, index) => `application/vnd.acme.t${index}`);
    for (const [index, type] of types.entries()) {
      background.handlers.set(
        type,
        owner(`server-${index}`, { capabilities: { extract_text: { tool: 'to_text' } } }),
      );
    }
    for (const type of [...types, ...types]) await create(type);
    let running = 0;
    let most = 0;
    const perServer = new Map<string, number>();
    let mostPerServer = 0;
    background.handlers.answer = async (call) => {
      most = Math.max(most, ++running);
      perServer.set(call.server, (perServer.get(call.server) ?? 0) + 1);
      mostPerServer = Math.max(mostPerServer, perServer.get(call.server) ?? 0);
      await new Promise((resolve) => setImmediate(resolve));
      running -= 1;
      perServer.set(call.server, (perServer.get(call.server) ?? 0) - 1);
      return good(call);
    };
    deriver.start();
    await background.until(nothingDue);
    expect({ most, mostPerServer }).toEqual({ most: 4, mostPerServer: 1 });
    expect(background.handlers.calls).toHaveLength(12);
  });

  it('H3: a server that hangs holds nobody else back', async () => {
    background.handlers.answer = (call) =>
      call.server === 'acme' ? new Promise(() => {}) : Promise.resolve(good(call));
    for (let index = 0; index < 5; index++) await create(invoice);
    const others = [await create(parcel), await create(note, 'words'), await create(note, 'words')];
    deriver.start();
    await background.until(async () => {
      const due = await Promise.all(others.map((id) => isDue(id)));
      return !due.includes(true);
    });
    expect(background.handlers.calls.filter(({ server }) => server === 'acme')).toHaveLength(1);
  });

  it('H3: gets through far more than stand in line, each once, and reads little more than there is', async () => {
    const row = await background.rig.store.artifact(await create(note, 'words'));
    if (row === undefined) throw new Error('There is no artifact.');
    const ids = new Set([row.id]);
    for (let index = 1; index < 225; index++) {
      const id = `more-${String(index).padStart(3, '0')}`;
      ids.add(id);
      const type = index % 3 === 0 ? note : parcel;
      background.rig.kernel.enlist(artifactsPart, { kind: 'artifact', row: { ...row, id, type } });
    }
    await background.rig.kernel.settled();
    const { store } = background.rig;
    let rows = 0;
    const counted = new Proxy(store, {
      get: (target, name: keyof typeof store) =>
        name === 'underived'
          ? async (limit: number, after?: string) => {
              const page = await store.underived(limit, after);
              rows += page.length;
              return page;
            }
          : target[name].bind(target),
    });
    deriver = new Deriver({ ...ports(), store: counted });
    deriver.start();
    await background.until(nothingDue);
    expect(background.handlers.calls).toHaveLength(150);
    expect(new Set(background.handlers.calls.map(({ about }) => about.artifact)).size).toBe(150);
    expect(rows).toBeLessThan(4 * 225);
    await background.advance(1000);
    expect(new Set(announced.flat())).toEqual(ids);
  });
});

describe('changes under way', () => {
  it('H3: what changes while it is derived is derived again, and the older text is not kept', async () => {
    const id = await create(parcel);
    const answers: ((result: McpResult) => void)[] = [];
    background.handlers.answer = () => new Promise((resolve) => answers.push(resolve));
    deriver.start();
    await background.until(() => answers.length === 1);
    await background.rig.artifacts.updateArtifact({ artifact: id, context: { other: 1 } }, me);
    deriver.poke([id]);
    await background.calm();
    answers[0]?.({ structuredContent: { text: 'older' } });
    await background.until(() => answers.length === 2);
    expect(await found('older')).toEqual([]);
    answers[1]?.({ structuredContent: { text: 'newer' } });
    await background.until(nothingDue);
    expect(await found('newer')).toEqual([id]);
  });

  it('F6: what is deleted or purged while it is derived is not found', async () => {
    const [trashed, purged] = [await create(parcel), await create(invoice)];
    const answers: (() => void)[] = [];
    background.handlers.answer = (call) => new Promise((resolve) => answers.push(() => resolve(good(call))));
    deriver.start();
    await background.until(() => answers.length === 2);
    await background.rig.artifacts.deleteArtifacts({ artifacts: [trashed, purged] }, me);
    await background.rig.artifacts.purgeArtifacts({ artifacts: [purged] }, me);
    background.handlers.answer = async () => failed;
    for (const answer of answers) answer();
    await background.until(() => background.handlers.calls.length === 3);
    await background.calm();
    expect(await found('pelicans')).toEqual([]);
    expect(await derived(purged)).toBeUndefined();
    expect(background.problems).toEqual([]);
  });

  it('H3: stop gives up what is under way, and the next run does it', async () => {
    const id = await create(parcel);
    background.handlers.answer = () => new Promise(() => {});
    deriver.start();
    await background.until(() => background.handlers.calls.length === 1);
    deriver.stop();
    await background.calm();
    expect(background.handlers.calls[0]?.signal?.aborted).toBe(true);
    expect(background.scheduler.pendingTimers).toBe(0);
    expect(await isDue(id)).toBe(true);
    background.handlers.answer = async (call) => good(call);
    deriver = new Deriver(ports());
    deriver.start();
    await background.until(nothingDue);
    expect(background.problems).toEqual([]);
  });
});
