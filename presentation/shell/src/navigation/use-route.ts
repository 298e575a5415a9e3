import { useMemo, useSyncExternalStore } from 'react';
import { formatRoute, parseRoute, type Route } from './route.ts';

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

/** Goes there, with a way back. The workspace stays the same unless another one is named. */
export function navigate(route: Route): void {
  const { workspace } = currentRoute();
  location.hash = formatRoute(workspace === undefined ? route : { workspace, ...route });
}

/** Corrects the address without a step in the history. */
export function replaceRoute(route: Route): void {
  history.replaceState(history.state, '', formatRoute(route));
  window.dispatchEvent(new HashChangeEvent('hashchange'));
}
