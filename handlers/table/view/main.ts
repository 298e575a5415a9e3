import { element } from '@loggia/kit/view/element';
import { App } from '@modelcontextprotocol/ext-apps';
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
const view = openSheet(root, createConnection(app));

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
    readOnly: readOnly === true,
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
    view.fail('The table was opened without saying which one. Open it again from its artifact.');
    return;
  }
  try {
    void view.open(opened, pieceOf((result.structuredContent ?? {}) as Record<string, unknown>));
  } catch (error) {
    view.fail(error instanceof Error ? error.message : String(error));
  }
};
app.ontoolcancelled = ({ reason }) => view.fail(reason ?? 'Opening the table was cancelled.');
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
      text: `There is no host to talk to. ${error instanceof Error ? error.message : ''}`,
    }),
  );
}
