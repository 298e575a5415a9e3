import { element } from '@loggia/kit/view/element';
import { money, totalOf, type Plan } from '../src/plan/plan.ts';
import { budget } from './budget.ts';
import type { PlanStore, SaveState } from './plan-store.ts';
import { timeline } from './timeline.ts';
import type { Ui } from './ui.ts';

const stateWords: Readonly<Record<SaveState, string>> = {
  saved: 'Saved',
  saving: 'Saving…',
  failed: 'Not saved, retrying',
};

/** The whole page. It shows a line of text until there is a plan. */
export function plannerView(root: HTMLElement) {
  let shown: { readonly store: PlanStore; readonly title: string; readonly isReadOnly: boolean } | undefined;
  let locale: string | undefined;
  const heading = element('h1', {});
  const facts = element('p', { class: 'facts' });
  const start = element('input', {
    type: 'date',
    class: 'field',
    on: { change: () => shown?.store.edit({ kind: 'plan', change: { start: start.value || null } }) },
  });
  const state = element('span', { class: 'state', role: 'status' });
  const live = element('div', { class: 'unseen', 'aria-live': 'polite' });
  const [days, costs] = [timeline(), budget()];
  const page = element(
    'main',
    { class: 'planner' },
    element(
      'header',
      { class: 'head' },
      element('div', { class: 'head-words' }, heading, facts),
      element('label', { class: 'start' }, 'Starts on', start),
      state,
    ),
    element('div', { class: 'body' }, days.element, costs.element),
    live,
  );
  root.replaceChildren(element('p', { class: 'notice', text: 'Loading…' }));
  root.addEventListener('keydown', onKey);

  function onKey(event: KeyboardEvent): void {
    const isTyping = event.target instanceof HTMLInputElement && event.target.type !== 'checkbox';
    if (!shown || shown.isReadOnly || isTyping || !(event.ctrlKey || event.metaKey)) return;
    const key = event.key.toLowerCase();
    if (key === 'y' || (key === 'z' && event.shiftKey)) shown.store.redo();
    else if (key === 'z') shown.store.undo();
    else return;
    event.preventDefault();
  }

  function render(): void {
    if (!shown) return;
    const { store, isReadOnly, title } = shown;
    const { plan } = store;
    const ui: Ui = {
      store,
      isReadOnly,
      locale,
      announce: (text) => {
        live.textContent = text;
      },
    };
    heading.textContent = title;
    facts.textContent = factsOf(plan, locale);
    start.value = plan.start ?? '';
    start.disabled = isReadOnly;
    state.textContent = isReadOnly ? 'Read only' : stateWords[store.state];
    state.dataset['state'] = store.state;
    days.update(plan, ui);
    costs.update(plan, ui);
  }

  return {
    render,
    open(store: PlanStore, how: { readonly title: string; readonly isReadOnly: boolean }): void {
      shown = { store, ...how };
      root.replaceChildren(page);
      render();
    },
    /** A locale that the browser doesn't know would throw with every date. */
    setLocale(wanted: string | undefined): void {
      try {
        [locale] = Intl.getCanonicalLocales(wanted);
      } catch {
        locale = undefined;
      }
      render();
    },
    fail(message: string): void {
      root.replaceChildren(
        element(
          'div',
          { class: 'empty' },
          element('h2', { text: 'The planner can’t be shown' }),
          element('p', { text: message }),
        ),
      );
    },
  };
}

function factsOf(plan: Plan, locale: string | undefined): string {
  const done = plan.tasks.filter((task) => task.done).length;
  const { planned, spent } = totalOf(plan);
  const amounts = [spent, planned].map((amount) => money(amount, plan.currency, locale));
  return `${done} of ${plan.tasks.length} done · ${amounts[0]} of ${amounts[1]} spent`;
}
