import '@loggia/kit/view/jitless';
import {
  App,
  applyDocumentTheme,
  applyHostFonts,
  applyHostStyleVariables,
  type McpUiHostContext,
} from '@modelcontextprotocol/ext-apps';
import { readPlan } from '../src/plan/plan-schema.ts';
import { PlanStore, type StoredPlan } from './plan-store.ts';
import { plannerView } from './planner-view.ts';

const root = document.querySelector<HTMLElement>('#planner')!;
const app = new App(
  { name: 'loggia-planner', version: '1.0.0' },
  { availableDisplayModes: ['inline', 'fullscreen', 'pip'] },
);
const view = plannerView(root);
let store: PlanStore | undefined;

/** Opened to read. The input comes before the result. */
let isRead = false;
app.ontoolinput = ({ arguments: given }) => {
  isRead = given?.['mode'] === 'view';
};
// Whether it was opened as an artifact or shown by a model, the result is the same.
app.ontoolresult = ({ structuredContent, content, isError }) => {
  const opened = objectOf(structuredContent);
  const { id, title } = opened;
  if (isError === true || typeof id !== 'string') return view.fail(textIn(content));
  const call = async (name: string, args: object): Promise<StoredPlan> => {
    const result = await app.callServerTool({ name, arguments: { artifact: id, ...args } });
    if (result.isError === true) throw new Error(textIn(result.content));
    return storedIn(objectOf(result.structuredContent));
  };
  store = new PlanStore(storedIn(opened), {
    send: (edits) => call('edit_planner', { edits }),
    load: () => call('load_planner', {}),
    later: (run, milliseconds) => {
      const timer = setTimeout(run, milliseconds);
      return () => clearTimeout(timer);
    },
    changed: () => view.render(),
  });
  const canSave = app.getHostCapabilities()?.serverTools !== undefined;
  view.open(store, { title: String(title), isReadOnly: opened['isReadOnly'] === true || isRead || !canSave });
  // A conversation keeps the result as it was then.
  if (canSave) void store.refresh();
};
app.onhostcontextchanged = () => follow(app.getHostContext());
app.onteardown = async () => {
  await store?.flush();
  return {};
};
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'hidden') void store?.flush();
  else void store?.refresh();
});

try {
  await app.connect();
  follow(app.getHostContext());
} catch {
  view.fail('The host could not be reached. Open the planner again from its artifact.');
}

function follow(context: McpUiHostContext | undefined): void {
  if (context?.theme !== undefined) applyDocumentTheme(context.theme);
  if (context?.styles?.variables !== undefined) applyHostStyleVariables(context.styles.variables);
  if (context?.styles?.css?.fonts !== undefined) applyHostFonts(context.styles.css.fonts);
  view.setLocale(context?.locale);
  // Loggia tells Views about the artifact that they show. Other hosts don't, and the View works without that.
  const { revision } = objectOf(context?.['loggia/artifact']);
  if (typeof revision === 'number') void store?.refresh(revision);
}

function storedIn(result: Readonly<Record<string, unknown>>): StoredPlan {
  return { plan: readPlan(result['plan']), revision: Number(result['revision']) };
}

function textIn(content: readonly object[] | undefined): string {
  const texts = content?.flatMap((block) => ('text' in block ? [String(block.text)] : [])) ?? [];
  return texts.join(' ') || 'The server did not answer. Open the planner again.';
}

function objectOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}
