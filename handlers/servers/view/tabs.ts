import { element, setAttribute } from '@loggia/kit/view/element';

export const tabs = ['overview', 'tools', 'logs', 'settings'] as const;
export type Tab = (typeof tabs)[number];

const names: Readonly<Record<Tab, string>> = {
  overview: 'Overview',
  tools: 'Tools',
  logs: 'Logs',
  settings: 'Settings',
};

export interface Tabs {
  readonly element: HTMLElement;
  readonly panels: Readonly<Record<Tab, HTMLElement>>;
  readonly chosen: Tab;
  /** Beside the name of the tab for tools. */
  setCount(count: number | undefined): void;
}

/** One panel at a time, with the keys tabs have. */
export function createTabs(first: Tab, chose: (tab: Tab) => void): Tabs {
  let chosen = first;
  const count = element('span', { class: 'count' });
  const buttons = new Map(tabs.map((name) => [name, button(name)]));
  const list = element(
    'div',
    { class: 'tabs', role: 'tablist', 'aria-label': 'Server' },
    ...buttons.values(),
  );
  const panels = {
    overview: panel('overview'),
    tools: panel('tools'),
    logs: panel('logs'),
    settings: panel('settings'),
  };
  draw();

  function button(name: Tab): HTMLElement {
    return element(
      'button',
      {
        class: 'tab',
        id: `tab-${name}`,
        type: 'button',
        role: 'tab',
        'aria-controls': `panel-${name}`,
        on: { click: () => choose(name), keydown: onKey },
      },
      names[name],
      name === 'tools' ? count : undefined,
    );
  }

  function panel(name: Tab): HTMLElement {
    const labels = { id: `panel-${name}`, 'aria-labelledby': `tab-${name}` };
    return element('section', { class: `panel ${name}`, role: 'tabpanel', ...labels });
  }

  function onKey(event: KeyboardEvent): void {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    choose(tabs[(tabs.indexOf(chosen) + step + tabs.length) % tabs.length] ?? chosen);
    buttons.get(chosen)?.focus();
  }

  function choose(next: Tab): void {
    chosen = next;
    draw();
    chose(next);
  }

  function draw(): void {
    for (const [name, tab] of buttons) {
      panels[name].hidden = name !== chosen;
      setAttribute(tab, 'aria-selected', String(name === chosen));
      setAttribute(tab, 'tabindex', name === chosen ? 0 : -1);
    }
  }

  return {
    element: list,
    panels,
    get chosen() {
      return chosen;
    },
    setCount(next) {
      count.textContent = next === undefined ? '' : String(next);
    },
  };
}
