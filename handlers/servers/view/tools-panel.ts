import { element } from '@loggia/kit/view/element';
import type { ToolInfo } from './connection.ts';
import { icon } from './icons.ts';
import { parametersOf } from './parameters.ts';

/** The tools of a server, each with what it takes. */
export function drawTools(panel: HTMLElement, tools: readonly ToolInfo[]): void {
  if (tools.length === 0) {
    panel.replaceChildren(
      element(
        'div',
        { class: 'empty' },
        element('h2', { text: 'No tools' }),
        element('p', { text: 'The server offers none at the moment.' }),
      ),
    );
    return;
  }
  panel.replaceChildren(element('ul', { class: 'tool-list' }, ...tools.map(toolItem)));
}

function toolItem({ name, title, description, inputSchema }: ToolInfo): HTMLElement {
  const parameters = parametersOf(inputSchema);
  return element(
    'li',
    { class: 'tool' },
    element(
      'details',
      {},
      element(
        'summary',
        {},
        icon('right'),
        element(
          'span',
          { class: 'tool-head' },
          element('code', { class: 'tool-name', text: name }),
          title === undefined || title === name
            ? undefined
            : element('span', { class: 'tool-title', text: title }),
          element('span', { class: 'tool-about', text: description ?? 'No description.' }),
        ),
        element('span', {
          class: 'tool-count',
          text:
            parameters.length === 0
              ? 'no input'
              : `${parameters.length} input${parameters.length === 1 ? '' : 's'}`,
        }),
      ),
      parameters.length === 0
        ? element('p', { class: 'hint', text: 'It takes no input.' })
        : element(
            'dl',
            { class: 'parameters' },
            ...parameters.map((parameter) =>
              element(
                'div',
                { class: 'parameter' },
                element(
                  'dt',
                  {},
                  element('code', { text: parameter.name }),
                  element('span', { class: 'parameter-type', text: parameter.type }),
                  parameter.required ? element('span', { class: 'chip', text: 'required' }) : undefined,
                ),
                element('dd', { text: parameter.description }),
              ),
            ),
          ),
      element(
        'details',
        { class: 'raw' },
        element('summary', { text: 'JSON Schema' }),
        element('pre', { text: JSON.stringify(inputSchema ?? {}, undefined, 2).slice(0, 20_000) }),
      ),
    ),
  );
}
