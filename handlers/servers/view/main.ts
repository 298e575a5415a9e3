import '@loggia/kit/view/jitless';
import { element } from '@loggia/kit/view/element';
import { App } from '@modelcontextprotocol/ext-apps';
import { createConnection } from './connection.ts';
import { icon } from './icons.ts';
import { openServer, type ServerView } from './server-view.ts';
import { statusIn } from './status.ts';
import { followHost } from './theme.ts';

const root = document.querySelector('#server');
if (!(root instanceof HTMLElement)) throw new Error('The page has no place for the server.');

const app = new App(
  { name: 'mcp-server', version: '1.0.0' },
  { availableDisplayModes: ['inline', 'fullscreen', 'pip'] },
  { autoResize: true },
);
let artifact: string | undefined;
let view: ServerView | undefined;

function fail(message: string): void {
  root?.replaceChildren(
    element(
      'div',
      { class: 'empty' },
      icon('warning'),
      element('h2', { text: 'The server cannot be shown' }),
      element('p', { text: message }),
    ),
  );
}

app.ontoolinput = ({ arguments: given }) => {
  const shown = given?.['artifact'] as { readonly id?: unknown } | null | undefined;
  artifact = typeof shown?.id === 'string' ? shown.id : undefined;
};
app.ontoolresult = (result) => {
  if (result.isError || artifact === undefined) {
    const [block] = result.content ?? [];
    fail(
      block && 'text' in block
        ? block.text
        : 'It isn’t clear which server to show. Open it again from its artifact.',
    );
    return;
  }
  try {
    view = openServer(root, createConnection(app, artifact), statusIn(result.structuredContent));
  } catch (error) {
    fail(error instanceof Error ? error.message : String(error));
  }
};
app.ontoolcancelled = ({ reason }) => fail(reason ?? 'Opening it was canceled.');
app.onteardown = async () => {
  await view?.flush();
  return {};
};

root.replaceChildren(element('p', { class: 'notice', text: 'Loading…' }));
try {
  await app.connect();
  followHost(app);
} catch (error) {
  fail(`The host could not be reached. ${error instanceof Error ? error.message : ''}`);
}
