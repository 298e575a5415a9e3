import { extractedTextOf, parseTypeFiles, parseTypeUri, previewOf, thumbnailOf } from '@loggia/content';
import { serveTypes } from '@loggia/kit';
import { Peer } from '@loggia/testing/handlers';
import { expect, test } from 'vitest';
import { boardType } from './board-type.ts';
import { boardSchema } from './board/board-schema.ts';
import { cardsIn, contextOf } from './board/board.ts';
import { threeColumns } from './board/boards.testkit.ts';
import { readBoard } from './board/read-board.ts';
import { hostWith } from './fake-host.testkit.ts';

const connect = () => Peer.connect(serveTypes([boardType], { name: 'board', version: '1' }).newServer());

async function open(context: Readonly<Record<string, unknown>> = threeColumns) {
  const [peer, host] = [await connect(), await hostWith(context)];
  const board = () => readBoard(host.artifact.context);
  return {
    peer,
    host,
    board,
    titles: (column: string) => cardsIn(board(), column).map(({ title }) => title),
    call: (name: string, args: object = {}) => peer.callTool(name, { artifact: 'b1', ...args }, host.meta),
    tell: (name: string, more: object = {}) =>
      peer.callTool(name, { artifact: host.artifact, ...more }, host.meta),
  };
}

test('G1: the type is served whole, and its template keeps its own schema', async () => {
  const peer = await connect();
  const files = new Map<string, string>();
  for (const { uri } of (await peer.request('resources/list'))['resources']) {
    const place = parseTypeUri(uri);
    if (place !== undefined) files.set(place.file, await peer.readText(uri));
  }
  const { contract, problems } = parseTypeFiles(boardType.mime, files);
  expect(problems).toEqual([]);
  expect([...files.keys()].toSorted()).toEqual([
    'behaviors.json',
    'presentation.json',
    'preview.json',
    'schema.json',
    'type.json',
  ]);
  const { creatable, viewer } = contract!.presentation;
  expect(viewer).toEqual({ tool: 'open_board' });
  expect(boardSchema.safeParse((creatable as { context: unknown }).context).error).toBeUndefined();
});

test('a card on the desk shows how far the work is', () => {
  expect(previewOf(boardType.preview!, contextOf(threeColumns))).toMatchObject({
    progress: { done: 1, total: 4 },
  });
});

test('H3: text, summary and picture of a board', async () => {
  const { tell } = await open();
  expect(extractedTextOf(await tell('board_extract_text', { capability: 'extract_text' }))).toContain(
    'To do\nA\nB',
  );
  expect(extractedTextOf(await tell('board_summarize', { capability: 'summarize' }))).toMatch(
    /^4 cards, 1 done/,
  );
  const picture = thumbnailOf(await tell('board_generate_thumbnail', { capability: 'generate_thumbnail' }));
  expect(picture?.mimeType).toBe('image/png');
});

test('a model lists, adds, moves and changes cards', async () => {
  const { call, titles, board } = await open();
  expect((await call('board_list'))['content'][0].text).toContain('## To do (id todo)\n- A (id a)');
  expect((await call('board_list'))['structuredContent']).toMatchObject({
    columns: [{ id: 'todo', title: 'To do' }, {}, {}],
  });
  const added = await call('board_add_card', {
    title: 'New',
    column: 'doing ',
    labels: ['x'],
    due: '2026-11-20',
  });
  expect(titles('doing')).toEqual(['New']);
  const { card } = added['structuredContent'];
  await call('board_add_card', { title: 'First', position: 1 });
  expect(titles('todo')).toEqual(['First', 'A', 'B', 'C']);
  await call('board_move_card', { card, column: 'Done', position: 1 });
  expect(titles('done')).toEqual(['New', 'D']);
  await call('board_update_card', { card, title: 'Newer', labels: [], due: '', done: true });
  const { order: _order, ...changed } = board().cards.find(({ id }) => id === card)!;
  expect(changed).toEqual({ id: card, column: 'done', title: 'Newer', done: true });
  expect(board()['progress']).toEqual({ done: 2, total: 6 });
});

test('a model that names what is not there is told what is', async () => {
  const { call, host } = await open();
  const said = async (name: string, args: object) => {
    const result = await call(name, args);
    expect(result['isError']).toBe(true);
    return result['content'][0].text;
  };
  expect(await said('board_add_card', { title: 'x', column: 'Later' })).toBe(
    'There is no column “Later”. Use one of: To do (id todo), Doing (id doing), Done (id done).',
  );
  expect(await said('board_move_card', { card: 'zzz', column: 'todo' })).toMatch(
    /^There is no card with the id “zzz”\. There are: a \(A\), /,
  );
  expect(await said('board_add_card', { title: 'x', due: 'tomorrow' })).toContain(
    'must be a day such as 2026-11-16',
  );
  expect(await said('board_add_card', { title: '' })).toContain('title');
  expect(host.artifact.revision).toBe(1);
});

test('H4: without access a model is told what to do instead', async () => {
  const { peer } = await open();
  const refused = await peer.callTool('board_list', { artifact: 'b1' });
  expect(refused['isError']).toBe(true);
  expect(refused['content'][0].text).toContain('Open the artifact, or use the artifact tools');
});

test('F3: a change by a model comes after what somebody else changed meanwhile, and undoes none of it', async () => {
  const { call, host, titles } = await open();
  host.meddlers.push((now) => {
    now.context = contextOf({
      ...threeColumns,
      cards: [{ id: 'o', column: 'todo', order: 0, title: 'Others' }],
    });
    now.revision += 1;
  });
  await call('board_add_card', { title: 'Mine' });
  expect(titles('todo')).toEqual(['Others', 'Mine']);
});

test('F3: who is always second gives up with the words of the host', async () => {
  const { call, host } = await open();
  host.meddlers.push(
    ...Array.from({ length: 10 }, () => (now: { revision: number }) => void (now.revision += 1)),
  );
  const result = await call('board_add_card', { title: 'Mine' });
  expect(result).toMatchObject({ isError: true, content: [{ text: 'It has revision 5.' }] });
});

test('the View saves on the revision it knows, and gets what is newer when it is late', async () => {
  const { call, host, titles } = await open();
  const moved = { ...threeColumns, cards: threeColumns.cards.slice(1) };
  expect((await call('save_board', { ifRevision: 1, board: moved }))['structuredContent']).toEqual({
    saved: true,
    revision: 2,
    state: 'draft',
  });
  expect(titles('todo')).toEqual(['B', 'C']);
  expect(host.artifact.context['progress']).toEqual({ done: 1, total: 3 });
  const late = (await call('save_board', { ifRevision: 1, board: threeColumns }))['structuredContent'];
  expect(late).toMatchObject({
    saved: false,
    revision: 2,
    board: { cards: [{ id: 'b' }, { id: 'c' }, { id: 'd' }] },
  });
  expect(titles('todo')).toEqual(['B', 'C']);
  expect((await call('load_board'))['structuredContent']).toMatchObject({
    title: 'Launch',
    revision: 2,
    state: 'draft',
  });
  expect(await call('save_board', { ifRevision: 2, board: { columns: 'none' } })).toMatchObject({
    isError: true,
  });
});

test('the action puts away what is done', async () => {
  const { tell, titles } = await open();
  const said = async () =>
    (await tell('board_action_archiveDone', { action: 'archiveDone' }))['content'][0].text;
  expect(await said()).toBe('Archived 1 card.');
  expect(titles('done')).toEqual([]);
  expect(await said()).toBe('No card is done.');
});
