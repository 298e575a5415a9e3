import { element, setAttribute } from '@loggia/kit/view/element';
import { icon, type IconName } from './icons.ts';
import type { StatusSummary } from './status.ts';

type Action = StatusSummary['actions'][number];

const looks = {
  start: ['play', 'Start'],
  stop: ['stop', 'Stop'],
  restart: ['restart', 'Restart'],
} as const satisfies Readonly<Record<Action, readonly [IconName, string]>>;

export interface Head {
  readonly element: HTMLElement;
  draw(shown: {
    readonly name: string;
    readonly transport: string;
    readonly summary: StatusSummary;
    readonly isBusy: boolean;
  }): void;
}

/** Name, state and what can be done: what somebody came to see. */
export function createHead(control: (action: Action) => void): Head {
  const dot = element('span', { class: 'dot', 'aria-hidden': 'true' });
  const heading = element('h1', { class: 'name' });
  const word = element('span', { class: 'state', role: 'status' });
  const subtitle = element('p', { class: 'transport' });
  const actions = element('div', { class: 'actions' });
  let offered = '';

  function button(action: Action): HTMLButtonElement {
    const [sign, label] = looks[action];
    return element(
      'button',
      { class: 'button', type: 'button', 'aria-label': label, on: { click: () => control(action) } },
      icon(sign),
      element('span', { class: 'wide-only', text: label }),
    );
  }

  return {
    element: element(
      'header',
      { class: 'head' },
      dot,
      element('div', { class: 'head-text' }, element('div', { class: 'head-line' }, heading, word), subtitle),
      actions,
    ),
    draw({ name, transport, summary, isBusy }) {
      heading.textContent = name;
      if (word.textContent !== summary.word) word.textContent = summary.word;
      for (const part of [dot, word]) part.dataset['tone'] = summary.tone;
      subtitle.textContent = transport;
      setAttribute(subtitle, 'title', transport);
      // Only when they change: somebody may have the focus on one.
      if (offered !== summary.actions.join()) actions.replaceChildren(...summary.actions.map(button));
      offered = summary.actions.join();
      for (const offer of actions.querySelectorAll('button')) offer.disabled = isBusy;
    },
  };
}
