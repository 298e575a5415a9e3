import { copyText } from '../ui/copy-text.ts';
import { attempt, tell } from '../ui/toast-queue.ts';
import type { Route } from './route.ts';
import { linkTo } from './use-route.ts';

/** Puts the address on the clipboard; to be called while a click is handled. */
export function copyLink(route: Route): void {
  attempt(copyText(linkTo(route)).then(() => tell('Link copied.')));
}
