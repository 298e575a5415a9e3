import '@loggia/kit/view/jitless';
import { element } from '@loggia/kit/view/element';
import { App } from '@modelcontextprotocol/ext-apps';
import { downloadsOf } from './chart-export.ts';
import { createConnection, pieceOf, type Opened } from './connection.ts';
import { openSheet } from './sheet-view.ts';
import { followHost } from './theme.ts';

const root = document.querySelector('#table');
if (!(root instanceof HTMLElement)) throw new Error('The page has no place for the table.');

const app = new App(
  { name: 'table', version: '1.0.0' },
  { availableDisplayModes: ['inline', 'fullscreen', 'pip'] },
  { autoResize: true },
);
const view = openSheet(root, createConnection(app), downloadsOf(app));

let opened: Opened | undefined;

app.ontoolinput = ({ arguments: given }) => {
  const artifact = given?.['artifact'];
  if (typeof artifact !== 'object' || artifact === null) return;
  const { id, type, title, state, readOnly, context } = artifact as Partial<Opened>;
  opened = {
    id: id ?? '',
    type: type ?? '',
    title: title ?? '',
    state: state ?? 'draft',
    readOnly: readOnly === true || given?.['mode'] === 'view',
    context: context ?? {},
  };
};
app.ontoolresult = (result) => {
  if (result.isError) {
    const [block] = result.content ?? [];
    view.fail(block && 'text' in block ? block.text : 'The table could not be opened.');
    return;
  }
  if (!opened) {
    view.fail('It isn’t clear which table to show. Open it again from its artifact.');
    return;
  }
  try {
    void view.open(opened, pieceOf((result.structuredContent ?? {}) as Record<string, unknown>));
  } catch (error) {
    view.fail(error instanceof Error ? error.message : String(error));
  }
};
app.ontoolcancelled = ({ reason }) => view.fail(reason ?? 'Opening the table was canceled.');
app.onteardown = async () => {
  await view.flush();
  return {};
};

try {
  await app.connect();
  followHost(app, (context) => view.resize(context));
} catch (error) {
  root.replaceChildren(
    element('p', {
      class: 'notice',
      text: `The host could not be reached. ${error instanceof Error ? error.message : ''}`,
    }),
  );
}
