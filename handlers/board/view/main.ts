import '@loggia/kit/view/jitless';
import {
  App,
  applyDocumentTheme,
  applyHostFonts,
  applyHostStyleVariables,
  type McpUiHostContext,
} from '@modelcontextprotocol/ext-apps';
import { readBoard } from '../src/board/read-board.ts';
import { Autosave, type SaveAnswer } from './autosave.ts';
import { boardView } from './board-view.ts';
import { reportSize } from './size.ts';

const root = document.querySelector<HTMLElement>('#board-app')!;
const app = new App({ name: 'loggia-board', version: '1.0.0' }, {}, { autoResize: false });

// Until the host says what to show, an empty board would be a lie.
root.classList.add('is-waiting');

let artifact: string | undefined;
let autosave: Autosave | undefined;

const view = boardView(
  root,
  (board) => autosave?.change(board),
  () => void autosave?.flush(),
);
const size = reportSize(root, (height) => void app.sendSizeChanged({ height }).catch(() => {}));

app.ontoolinput = ({ arguments: given }) => open(given ?? {});
app.onhostcontextchanged = ({ 'loggia/artifact': changed }) => {
  showContext(app.getHostContext());
  if (changed !== undefined) void catchUp(Number(objectOf(changed)['revision']));
};
app.onteardown = async () => {
  await autosave?.flush();
  return {};
};
window.addEventListener('focus', () => void refresh());
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'visible') void refresh();
  else void autosave?.flush();
});

try {
  await app.connect();
  showContext(app.getHostContext());
} catch {
  root.classList.remove('is-waiting');
  view.toolbar.showState({ kind: 'read-only', message: 'No connection to a host' });
}

function open(given: Readonly<Record<string, unknown>>): void {
  root.classList.remove('is-waiting');
  const opened = objectOf(given['artifact']);
  artifact = typeof opened['id'] === 'string' ? opened['id'] : undefined;
  const board = readBoard(opened['context']);
  const revision = Number(opened['revision']);
  const reason = whyReadOnly(opened, given);
  view.store.isReadOnly = reason !== undefined;
  autosave = new Autosave(board, Number.isInteger(revision) ? revision : 0, {
    save,
    later: (run, milliseconds) => {
      const timer = setTimeout(run, milliseconds);
      return () => clearTimeout(timer);
    },
    onState: (state) => view.toolbar.showState(state),
    onMerged: (merged, contested) => {
      view.store.receive(merged);
      view.toast(
        contested === 0
          ? 'Someone else changed this board. You now see their changes.'
          : `Someone else changed the same cards. Your version was kept in ${contested} ${contested === 1 ? 'place' : 'places'}.`,
      );
    },
  });
  view.toolbar.showState(reason === undefined ? { kind: 'saved' } : { kind: 'read-only', message: reason });
  view.store.receive(board);
}

function whyReadOnly(
  opened: Readonly<Record<string, unknown>>,
  given: Readonly<Record<string, unknown>>,
): string | undefined {
  if (artifact === undefined) return 'Nothing to show';
  if (opened['state'] === 'archived') return 'Archived: read only';
  if (given['mode'] === 'view' || opened['readOnly'] === true) return 'Read only';
  if (app.getHostCapabilities()?.serverTools === undefined) return 'Read only: this host can’t save';
  return undefined;
}

async function callTool(
  name: string,
  args: Record<string, unknown>,
): Promise<Readonly<Record<string, unknown>>> {
  const result = await app.callServerTool({ name, arguments: args });
  if (result.isError !== true) return objectOf(result.structuredContent);
  const said = result.content.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join(' ');
  throw new Error(said || 'The board’s server refused the request. Try again.');
}

async function save(board: unknown, ifRevision: number): Promise<SaveAnswer> {
  const answer = await callTool('save_board', { artifact, ifRevision, board });
  const revision = Number(answer['revision']);
  return answer['saved'] === true
    ? { saved: true, revision }
    : { saved: false, revision, board: readBoard(answer['board']) };
}

/** Fetches other people's changes. A failure isn't reported here, because saving will report it. */
async function refresh(): Promise<void> {
  if (view.store.isReadOnly || artifact === undefined) return;
  const now = await callTool('load_board', { artifact }).catch(() => undefined);
  if (now !== undefined) autosave?.receive(readBoard(now['board']), Number(now['revision']));
}

/** Hosts such as Loggia say when the artifact has a new revision. Most of them are our own saves. */
async function catchUp(revision: number): Promise<void> {
  if ((await autosave?.isBehind(revision)) === true) await refresh();
}

function showContext(context: McpUiHostContext | undefined): void {
  if (context?.theme !== undefined) applyDocumentTheme(context.theme);
  if (context?.styles?.variables !== undefined) applyHostStyleVariables(context.styles.variables);
  if (context?.styles?.css?.fonts !== undefined) applyHostFonts(context.styles.css.fonts);
  view.locale = isLocale(context?.locale) ? context?.locale : undefined;
  const insets = context?.safeAreaInsets;
  if (insets !== undefined) {
    root.style.padding = [insets.top, insets.right, insets.bottom, insets.left]
      .map((side) => `${side}px`)
      .join(' ');
  }
  size.setContext(context);
  view.render();
}

/** A locale that no browser knows would throw with every date. */
function isLocale(locale: string | undefined): boolean {
  try {
    return locale !== undefined && Intl.getCanonicalLocales(locale).length > 0;
  } catch {
    return false;
  }
}

function objectOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}
