import { extractedTextOf, parseTypeFiles, parseTypeUri, previewOf, thumbnailOf } from '@loggia/content';
import { serveTypes } from '@loggia/kit';
import { Peer } from '@loggia/testing/handlers';
import { expect, test } from 'vitest';
import { hostWith } from './fake-host.testkit.ts';
import { contextOf } from './plan/plan.ts';
import { planSchema, readPlan } from './plan/plan-schema.ts';
import { portugal } from './plan/plans.testkit.ts';
import { plannerType } from './planner-type.ts';

const connect = () => Peer.connect(serveTypes([plannerType], { name: 'planner', version: '1' }).newServer());

async function open() {
  const [peer, host] = [await connect(), await hostWith(contextOf(portugal))];
  return {
    peer,
    host,
    plan: () => readPlan(host.artifact.context),
    call: (name: string, args: object = {}) => peer.callTool(name, { artifact: 'p1', ...args }, host.meta),
    tell: (name: string, more: object = {}) =>
      peer.callTool(name, { artifact: host.artifact, ...more }, host.meta),
  };
}
const textOf = (result: object): string =>
  (result as { readonly content: readonly [{ readonly text: string }] }).content[0].text;

test('G1: the type is served whole, and its template may be committed', async () => {
  const peer = await connect();
  const files = new Map<string, string>();
  for (const { uri } of (await peer.request('resources/list'))['resources']) {
    const place = parseTypeUri(uri);
    if (place !== undefined) files.set(place.file, await peer.readText(uri));
  }
  const { contract, problems } = parseTypeFiles(plannerType.mime, files);
  expect(problems).toEqual([]);
  const { creatable, viewer } = contract!.presentation;
  expect(viewer).toEqual({ tool: 'open_planner' });
  const { context } = creatable as { context: Record<string, unknown> };
  expect(planSchema.safeParse(context).error).toBeUndefined();
  expect(readPlan(context).tasks).toHaveLength(3);
  expect(previewOf(plannerType.preview!, contextOf(portugal))).toMatchObject({
    progress: { done: 1, total: 3 },
  });
});

test('E2: one tool of models shows the View, and what only reads says so', async () => {
  const peer = await connect();
  const { tools } = await peer.request('tools/list');
  const about = (name: string) => tools.find((tool: { name: string }) => tool.name === name);
  const showing = tools.filter(
    ({ _meta }: { _meta: { ui: { resourceUri?: string; visibility: string[] } } }) =>
      _meta.ui.visibility.includes('model') && _meta.ui.resourceUri !== undefined,
  );
  expect(showing.map(({ name }: { name: string }) => name)).toEqual(['show_planner']);
  expect(about('show_planner')._meta.ui.resourceUri).toBe(about('open_planner')._meta.ui.resourceUri);
  const readOnly = tools.filter(
    ({ annotations }: { annotations?: { readOnlyHint?: boolean } }) => annotations?.readOnlyHint,
  );
  expect(readOnly.map(({ name }: { name: string }) => name).toSorted()).toEqual([
    'list_planner_tasks',
    'load_planner',
    'open_planner',
    'planner_extract_text',
    'planner_generate_thumbnail',
    'planner_summarize',
    'show_planner',
  ]);
});

test('H3: text, summary and picture of a plan', async () => {
  const { tell } = await open();
  expect(extractedTextOf(await tell('planner_extract_text', { capability: 'extract_text' }))).toContain(
    'Tram 28',
  );
  expect(extractedTextOf(await tell('planner_summarize', { capability: 'summarize' }))).toMatch(
    /^1 of 3 tasks/,
  );
  const picture = thumbnailOf(await tell('planner_generate_thumbnail', { capability: 'generate_thumbnail' }));
  expect(picture?.mimeType).toBe('image/png');
});

test('showing and opening a plan give the View the same', async () => {
  const { call, tell } = await open();
  const shown = await call('show_planner');
  expect(shown['structuredContent']).toMatchObject({
    id: 'p1',
    title: 'Portugal',
    revision: 1,
    plan: portugal,
  });
  expect(textOf(shown)).toMatch(/^“Portugal” is on the screen\. 1 of 3 tasks are done/);
  expect((await tell('open_planner'))['structuredContent']).toEqual(shown['structuredContent']);
});

test('a model adds, moves and finishes tasks, by id or by title', async () => {
  const { call, plan } = await open();
  const added = await call('add_planner_task', { title: 'Fado night', phase: 'there ', day: 5 });
  expect(textOf(added)).toMatch(/^Added “Fado night” on Day 5 \(id task-/);
  await call('set_planner_start', { start: '2027-05-01' });
  const moved = await call('change_planner_task', { task: 'fado NIGHT', day: 6, days: 2, done: true });
  expect(textOf(moved)).toBe('“Fado night” is on Thu, May 6 to Fri, May 7 and done.');
  const { task } = added['structuredContent'];
  expect(plan().tasks.find(({ id }) => id === task)).toEqual({
    id: task,
    phase: 'there',
    title: 'Fado night',
    day: 6,
    days: 2,
    done: true,
  });
});

test('a model sets the budget, also of a line that is new', async () => {
  const { call, plan, host } = await open();
  expect(textOf(await call('set_planner_budget', { line: 'beds', spent: 950 }))).toBe(
    'Beds: €950 of €900 is spent.',
  );
  await call('set_planner_budget', { line: 'Museums', planned: 60 });
  expect(plan().lines.at(-1)).toMatchObject({ title: 'Museums', planned: 60, spent: 0 });
  expect(host.artifact.context['progress']).toEqual({ done: 1, total: 3 });
});

test('a model that names what is not there is told what is', async () => {
  const { call, host } = await open();
  const refused = await call('change_planner_task', { task: 'Tram 82', day: 2 });
  expect(refused).toMatchObject({ isError: true });
  expect(textOf(refused)).toMatch(
    /^There isn't a task “Tram 82”\. Use one of: Train to Porto \(id train\), /,
  );
  expect(textOf(await call('set_planner_start', { start: 'May' }))).toContain('must be a date such as');
  expect(host.artifact.revision).toBe(1);
});

test('F3: edits of the View apply to the newest plan, and undo nobody else’s', async () => {
  const { call, host, plan } = await open();
  host.meddlers.push((now) => {
    now.context = { ...now.context, lines: [], motto: 'slowly' };
    now.revision += 1;
  });
  const edits = [{ kind: 'set', list: 'tasks', item: { id: 'tram', done: true } }];
  const { structuredContent } = await call('edit_planner', { edits });
  expect(structuredContent).toMatchObject({ revision: 3, plan: { lines: [] } });
  expect(plan().tasks.find(({ id }) => id === 'tram')?.done).toBe(true);
  expect(host.artifact.context['motto']).toBe('slowly');
  expect((await call('load_planner'))['structuredContent']).toEqual(structuredContent);
});

test.each([
  ['nothing', []],
  ['another list', [{ kind: 'set', list: 'guests', item: { id: 'x' } }]],
  ['no id', [{ kind: 'set', list: 'tasks', item: { title: 'x' } }]],
  ['a day before the first', [{ kind: 'set', list: 'tasks', item: { id: 'tram', day: 0 } }]],
  ['a negative amount', [{ kind: 'set', list: 'lines', item: { id: 'beds', spent: -1 } }]],
])('the View cannot write %s', async (_, edits) => {
  const { call, host } = await open();
  expect(await call('edit_planner', { edits })).toMatchObject({ isError: true });
  expect(host.artifact.revision).toBe(1);
});
