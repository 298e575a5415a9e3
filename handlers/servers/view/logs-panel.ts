import { element } from '@loggia/kit/view/element';
import { entriesOf, logLevels, rankOf, withEntries, type LogEntry, type LogLevel } from './logs.ts';

export interface LogsPanel {
  readonly element: HTMLElement;
  /** The number of the newest line. */
  readonly last: number | undefined;
  add(entries: readonly LogEntry[]): void;
  fail(message: string): void;
}

const levelNames: Readonly<Record<LogLevel, string>> = {
  all: 'Everything',
  info: 'Info and above',
  warning: 'Warnings and errors',
  error: 'Errors',
};

/** The log of a server. It follows the end until somebody scrolls up. */
export function createLogsPanel(): LogsPanel {
  let entries: readonly LogEntry[] = [];
  let level: LogLevel = 'all';
  let search = '';
  let follow = true;
  let programmatic = false;
  const list = element('div', {
    class: 'log',
    role: 'log',
    tabindex: 0,
    'aria-label': 'Log of the server',
    'aria-live': 'off',
  });
  const levels = element(
    'select',
    { class: 'field', 'aria-label': 'Level' },
    ...logLevels.map((name) => element('option', { value: name, text: levelNames[name] })),
  );
  const words = element('input', {
    class: 'field grow',
    type: 'search',
    placeholder: 'Search in the log',
    'aria-label': 'Search in the log',
    spellcheck: 'false',
  });
  const following = element('input', { type: 'checkbox', checked: true });
  const note = element('p', { class: 'hint', hidden: true });

  levels.addEventListener('change', () => {
    level = logLevels.find((name) => name === levels.value) ?? 'all';
    draw();
  });
  words.addEventListener('input', () => {
    search = words.value;
    draw();
  });
  following.addEventListener('change', () => {
    follow = following.checked;
    if (follow) toEnd();
  });
  list.addEventListener('scroll', () => {
    if (programmatic) {
      programmatic = false;
      return;
    }
    follow = list.scrollTop + list.clientHeight >= list.scrollHeight - 8;
    following.checked = follow;
  });

  function toEnd(): void {
    programmatic = true;
    list.scrollTop = list.scrollHeight;
  }

  function draw(): void {
    const shown = entriesOf(entries, level, search);
    if (shown.length === 0) {
      const text = entries.length === 0 ? 'No log lines yet.' : 'No matching lines.';
      list.replaceChildren(element('p', { class: 'log-empty', text }));
      return;
    }
    list.replaceChildren(...shown.slice(-1000).map(line));
    if (follow) toEnd();
  }
  draw();

  return {
    element: element(
      'div',
      { class: 'logs' },
      element(
        'div',
        { class: 'bar' },
        levels,
        words,
        element('label', { class: 'check' }, following, 'Follow'),
      ),
      note,
      list,
    ),
    get last() {
      return entries.at(-1)?.seq;
    },
    add(arrived) {
      note.hidden = true;
      const next = withEntries(entries, arrived);
      if (next === entries) return;
      entries = next;
      draw();
    },
    fail(message) {
      note.hidden = false;
      note.textContent = message;
    },
  };
}

function line(entry: LogEntry): HTMLElement {
  const tone = ['faint', 'plain', 'warning', 'danger'][rankOf(entry)] ?? 'plain';
  const time = new Date(entry.at);
  return element(
    'div',
    { class: `log-line ${tone}` },
    element('time', {
      datetime: entry.at,
      text: Number.isNaN(time.getTime()) ? '' : time.toLocaleTimeString([], { hour12: false }),
    }),
    element('span', { class: 'log-from', text: entry.from }),
    element('span', { class: 'log-text', text: entry.text }),
  );
}
