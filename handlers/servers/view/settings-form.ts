import { element } from '@loggia/kit/view/element';
import { openSecrets, problemsOf, type Problem, type Registration } from '../src/registration.ts';
import { icon } from './icons.ts';
import { problemsToShow, registrationOf, valuesOf, type FormValues } from './form-values.ts';

export interface SettingsForm {
  readonly element: HTMLElement;
  readonly registration: Registration;
  readonly problems: readonly Problem[];
  /** Shows another draft, unless somebody is in the middle of typing. */
  show(draft: Readonly<Record<string, unknown>>): void;
  setLocked(locked: boolean): void;
}

type TextField =
  | 'name'
  | 'command'
  | 'args'
  | 'cwd'
  | 'reads'
  | 'writes'
  | 'url'
  | 'startWithin'
  | 'callWithin';

/** The registration as a form. Each edit is reported; problems are shown beside their fields. */
export function createSettingsForm(changed: () => void): SettingsForm {
  let values = valuesOf({});
  let locked = false;
  const form = element('form', {
    class: 'settings',
    novalidate: true,
    on: { submit: (event) => event.preventDefault() },
  });
  const notes = new Map<Problem['field'], HTMLElement>();
  /** Fields that somebody has been in and left again. */
  let left: ReadonlySet<string> = new Set();
  const secrets = element('p', { class: 'note warning', hidden: true });

  function set(change: Partial<FormValues>): void {
    values = { ...values, ...change };
    check();
    changed();
  }

  function check(): void {
    const registration = registrationOf(values);
    const problems = problemsToShow(problemsOf(registration), values, left);
    for (const [field, shown] of notes) {
      const problem = problems.find((candidate) => candidate.field === field);
      shown.textContent = problem?.message ?? '';
      shown.hidden = problem === undefined;
      const input = form.querySelector(`[name="${field}"]`);
      if (problem) input?.setAttribute('aria-invalid', 'true');
      else input?.removeAttribute('aria-invalid');
    }
    const open = openSecrets(registration.settings);
    secrets.hidden = open.length === 0;
    secrets.replaceChildren(
      icon('warning'),
      `${open.join(', ')}: stored in clear text, and visible to everybody who can read this artifact. Write \${NAME} instead, and set that variable where the host runs.`,
    );
  }

  function note(field: Problem['field']): HTMLElement {
    const shown = element('p', { class: 'note danger', id: `${field}-problem`, role: 'alert', hidden: true });
    notes.set(field, shown);
    return shown;
  }

  function textField(
    field: TextField,
    label: string,
    more: {
      readonly hint?: string;
      readonly placeholder?: string;
      readonly rows?: number;
      readonly type?: string;
      readonly class?: string;
    } = {},
  ): HTMLElement {
    const looks = {
      class: `field ${more.class ?? ''}`,
      name: field,
      id: `field-${field}`,
      placeholder: more.placeholder ?? '',
      spellcheck: 'false',
      autocomplete: 'off',
      autocapitalize: 'off',
      disabled: locked,
      'aria-describedby': `${field}-hint ${field}-problem`,
    };
    const input =
      more.rows === undefined
        ? element('input', { ...looks, type: more.type ?? 'text' })
        : element('textarea', { ...looks, rows: more.rows });
    input.value = values[field];
    input.addEventListener('input', () => set({ [field]: input.value }));
    input.addEventListener('blur', () => {
      // A redraw removes the field that has the focus; nobody has left it then.
      if (!input.isConnected) return;
      left = new Set(left).add(field);
      check();
    });
    return element(
      'div',
      { class: 'row' },
      element('label', { for: `field-${field}`, text: label }),
      element(
        'div',
        { class: 'row-field' },
        input,
        more.hint === undefined
          ? undefined
          : element('p', { class: 'hint', id: `${field}-hint`, text: more.hint }),
        field === 'name' || field === 'command' || field === 'url' ? note(field) : undefined,
      ),
    );
  }

  function pairs(
    field: 'env' | 'headers',
    label: string,
    hint: string,
    placeholders: readonly [string, string],
  ): HTMLElement {
    const list = element('div', { class: 'pairs' });
    const change = (at: number, pair: readonly [string, string]): void =>
      set({ [field]: values[field].map((old, index) => (index === at ? pair : old)) });
    const drawPairs = (): void => {
      list.replaceChildren(
        ...values[field].map(([name, value], at) => {
          const nameInput = element('input', {
            class: 'field mono',
            value: name,
            placeholder: placeholders[0],
            'aria-label': `${label}: name ${at + 1}`,
            spellcheck: 'false',
            disabled: locked,
          });
          const valueInput = element('input', {
            class: 'field mono grow',
            value,
            placeholder: placeholders[1],
            'aria-label': `${label}: value ${at + 1}`,
            spellcheck: 'false',
            autocomplete: 'off',
            disabled: locked,
          });
          nameInput.addEventListener('input', () => change(at, [nameInput.value, valueInput.value]));
          valueInput.addEventListener('input', () => change(at, [nameInput.value, valueInput.value]));
          const remove = element(
            'button',
            {
              class: 'button quiet square',
              type: 'button',
              'aria-label': `Remove ${name || 'this row'}`,
              disabled: locked,
              on: {
                click: () => {
                  set({ [field]: values[field].filter((_, index) => index !== at) });
                  drawPairs();
                  list.querySelector('input')?.focus();
                },
              },
            },
            icon('close'),
          );
          return element('div', { class: 'pair' }, nameInput, valueInput, remove);
        }),
        element(
          'button',
          {
            class: 'button quiet add',
            type: 'button',
            disabled: locked,
            on: {
              click: () => {
                set({ [field]: [...values[field], ['', '']] });
                drawPairs();
                list.querySelector<HTMLInputElement>('.pair:nth-last-child(2) input')?.focus();
              },
            },
          },
          icon('plus'),
          field === 'env' ? 'Variable' : 'Header',
        ),
      );
    };
    drawPairs();
    return element(
      'div',
      { class: 'row' },
      element('span', { class: 'row-label', text: label }),
      element('div', { class: 'row-field' }, list, element('p', { class: 'hint', text: hint }), note(field)),
    );
  }

  function choice<Field extends 'isolation' | 'sampling' | 'sandbox'>(
    field: Field,
    label: string,
    options: readonly (readonly [FormValues[Field], string])[],
    more: { readonly hint?: string; chosen?(): void } = {},
  ): HTMLElement {
    const select = element(
      'select',
      {
        class: 'field',
        id: `field-${field}`,
        disabled: locked,
        ...(more.hint !== undefined && { 'aria-describedby': `${field}-hint` }),
      },
      ...options.map(([value, name]) =>
        element('option', { value, text: name, selected: value === values[field] }),
      ),
    );
    select.addEventListener('change', () => {
      const chosen = options.find(([value]) => value === select.value)?.[0];
      if (chosen === undefined) return;
      set({ [field]: chosen });
      more.chosen?.();
    });
    return element(
      'div',
      { class: 'row' },
      element('label', { for: `field-${field}`, text: label }),
      element(
        'div',
        { class: 'row-field' },
        select,
        more.hint === undefined
          ? undefined
          : element('p', { class: 'hint', id: `${field}-hint`, text: more.hint }),
      ),
    );
  }

  function reachChoice(): HTMLElement {
    const option = (reach: FormValues['reach'], label: string): HTMLElement => {
      const input = element('input', {
        type: 'radio',
        name: 'reach',
        value: reach,
        checked: values.reach === reach,
        disabled: locked,
      });
      input.addEventListener('change', () => {
        set({ reach });
        draw();
        form.querySelector<HTMLInputElement>(`input[name="reach"][value="${reach}"]`)?.focus();
      });
      return element('label', { class: 'segment' }, input, element('span', { text: label }));
    };
    return element(
      'div',
      { class: 'row', role: 'radiogroup', 'aria-label': 'How the host reaches it' },
      element('span', { class: 'row-label', text: 'Transport' }),
      element(
        'div',
        { class: 'row-field' },
        element('div', { class: 'segments' }, option('command', 'Command'), option('address', 'Address')),
      ),
    );
  }

  function checkField(field: 'older' | 'network', label: string): HTMLElement {
    const input = element('input', { type: 'checkbox', checked: values[field], disabled: locked });
    input.addEventListener('change', () => set({ [field]: input.checked }));
    return element(
      'div',
      { class: 'row' },
      element('span', { class: 'row-label' }),
      element('div', { class: 'row-field' }, element('label', { class: 'check' }, input, label)),
    );
  }

  function sandboxFields(): HTMLElement[] {
    const sandbox = choice(
      'sandbox',
      'Sandbox',
      [
        ['', 'Host default'],
        ['on', 'On: it can reach only what is listed below'],
        ['off', 'Off: it has all your permissions'],
      ],
      {
        ...(values.sandbox === 'on' && { hint: 'Needs Linux with bubblewrap on the host.' }),
        chosen: () => {
          draw();
          form.querySelector<HTMLSelectElement>('#field-sandbox')?.focus();
        },
      },
    );
    if (values.sandbox !== 'on') return [sandbox];
    return [
      sandbox,
      textField('reads', 'Folders it can read', { hint: 'One path per line.', rows: 2, class: 'mono' }),
      textField('writes', 'Folders it can change', {
        hint: 'One path per line. If no folder is listed, it can change the session’s working directory.',
        rows: 2,
        class: 'mono',
      }),
      checkField('network', 'It can use the network, including programs on the host’s machine'),
    ];
  }

  function draw(): void {
    notes.clear();
    const placeholderHint =
      'Write ${NAME} to use a variable of the host, if its setting “environment” lists that name.';
    form.replaceChildren(
      textField('name', 'Name', { placeholder: 'my-server' }),
      reachChoice(),
      ...(values.reach === 'command'
        ? [
            textField('command', 'Command', { placeholder: 'npx', class: 'mono' }),
            textField('args', 'Arguments', {
              hint: 'One per line.',
              rows: 3,
              class: 'mono',
              placeholder: '-y\n@modelcontextprotocol/server-everything',
            }),
            textField('cwd', 'Folder', { placeholder: 'Where the command runs', class: 'mono' }),
            pairs('env', 'Variables', placeholderHint, ['API_KEY', '${API_KEY}']),
            ...sandboxFields(),
          ]
        : [
            textField('url', 'Address', {
              placeholder: 'https://mcp.example.com/mcp',
              type: 'url',
              class: 'mono',
            }),
            checkField('older', 'Use the legacy SSE transport'),
            pairs('headers', 'Headers', placeholderHint, ['X-Team', 'blue']),
          ]),
      secrets,
      element(
        'details',
        { class: 'more', open: hasMore(values) },
        element('summary', { text: 'More' }),
        choice('isolation', 'Process', [
          ['', 'Host default'],
          ['shared', 'One for all sessions'],
          ['session', 'One for each session'],
        ]),
        choice('sampling', 'Requests to the model', [
          ['', 'Host default'],
          ['ask', 'Ask me each time'],
          ['allow', 'Allowed'],
          ['deny', 'Refused'],
        ]),
        textField('startWithin', 'Start within', {
          type: 'number',
          hint: 'Seconds until it counts as failed.',
        }),
        textField('callWithin', 'Answer within', {
          type: 'number',
          hint: 'Seconds until a call counts as failed.',
        }),
      ),
    );
    check();
  }

  return {
    element: form,
    get registration() {
      return registrationOf(values);
    },
    get problems() {
      return problemsOf(registrationOf(values));
    },
    show(draft) {
      const next = valuesOf(draft);
      // A row that was added and is still empty is nothing to the host, and must not go for that.
      const same = JSON.stringify(registrationOf(next)) === JSON.stringify(registrationOf(values));
      if (same && form.firstChild) return;
      values = next;
      left = new Set();
      draw();
    },
    setLocked(next) {
      if (locked === next) return;
      locked = next;
      draw();
    },
  };
}

function hasMore({ isolation, sampling, startWithin, callWithin }: FormValues): boolean {
  return [isolation, sampling, startWithin, callWithin].some((value) => value !== '');
}
