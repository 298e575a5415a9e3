import { useMemo, useSyncExternalStore } from 'react';
import { HistorySteps } from './history-steps.ts';
import { formatRoute, parseRoute, type Route } from './route.ts';

const noteName = 'loggia.step';

let steps: HistorySteps | undefined;

/** Starts to track the direction of history steps. Call it before anything listens for address changes. */
export function followHistory(): void {
  steps = new HistorySteps({
    noted: () => {
      const at: unknown = (history.state as Readonly<Record<string, unknown>> | null)?.[noteName];
      return typeof at === 'number' ? at : undefined;
    },
    note: (at) => history.replaceState({ ...(history.state as object | null), [noteName]: at }, ''),
    address: () => location.hash,
    go: (by) => history.go(by),
  });
  for (const type of ['popstate', 'hashchange']) window.addEventListener(type, () => steps?.moved());
}

export function wentBack(): boolean {
  return steps?.wasBack === true;
}

function subscribe(listener: () => void): () => void {
  window.addEventListener('hashchange', listener);
  return () => window.removeEventListener('hashchange', listener);
}

export function useRoute(): Route {
  const hash = useSyncExternalStore(subscribe, () => location.hash);
  return useMemo(() => parseRoute(hash), [hash]);
}

export function currentRoute(): Route {
  return parseRoute(location.hash);
}

/** The whole address, for other browsers. */
export function linkTo(route: Route): string {
  return new URL(formatRoute(route), location.href.replace(/#.*$/s, '')).href;
}

/** Goes there, with a way back. The workspace stays the same unless another one is named. */
export function navigate(route: Route): void {
  const { workspace } = currentRoute();
  location.hash = formatRoute(workspace === undefined ? route : { workspace, ...route });
}

/** Corrects the address without a step in the history. */
export function replaceRoute(route: Route): void {
  history.replaceState(history.state, '', formatRoute(route));
  steps?.corrected();
  window.dispatchEvent(new HashChangeEvent('hashchange'));
}
