import { element, setAttribute } from '@loggia/kit/view/element';
import { icon, type IconName } from './icons.ts';
import type { Tone } from './status.ts';

export type Choice = readonly [label: string, run: () => void];

export interface Advice {
  readonly element: HTMLElement;
  show(tone: Tone, text: string, choices?: readonly Choice[]): void;
  hide(): void;
}

const signs: Readonly<Partial<Record<Tone, IconName>>> = { bad: 'warning', attention: 'key' };

/** One sentence about what is the matter, and what can be done about it. */
export function createAdvice(): Advice {
  const banner = element('div', { class: 'banner', hidden: true });
  let shown: string | undefined;
  return {
    element: banner,
    show(tone, text, choices = []) {
      const now = [tone, text, ...choices.map(([label]) => label)].join('\n');
      // The same again would be read out again, and would take the focus from its buttons.
      if (!banner.hidden && now === shown) return;
      shown = now;
      banner.hidden = false;
      banner.dataset['tone'] = { bad: 'danger', attention: 'info' }[tone as string] ?? 'plain';
      setAttribute(banner, 'role', tone === 'bad' ? 'alert' : undefined);
      const sign = signs[tone];
      banner.replaceChildren(
        ...(sign ? [icon(sign)] : []),
        element('span', { class: 'banner-text', text }),
        ...choices.map(([label, run]) =>
          element('button', { class: 'button', type: 'button', text: label, on: { click: run } }),
        ),
      );
    },
    hide() {
      banner.hidden = true;
    },
  };
}
