import { asLabel } from '../ui/foreign-words.ts';
import { troubleOf, type Trouble } from './server-facts.ts';
import type { ViewFacts } from './subject.ts';

/** Why a View can't be loaded yet; undefined if it can, or if that isn't known yet. */
export function troubleWith(facts: ViewFacts): Trouble | undefined {
  if (facts.state === 'looking') return undefined;
  if (facts.state === 'gone')
    return { title: 'Nothing to show', text: 'The item this View belongs to no longer exists.' };
  const trouble = troubleOf(facts.server);
  if (trouble) return trouble;
  return facts.resourceUri === undefined
    ? {
        title: 'No View to show',
        text: 'The tool that opens this has no View. Open it with something else.',
      }
    : undefined;
}

export function stoppedTrouble(reason: string): Trouble {
  return { title: 'This View was stopped', text: reason };
}

export function leftTrouble(tried: string | undefined): Trouble {
  const text =
    tried === undefined
      ? 'It navigated away or reloaded itself, which Views are not allowed to do.'
      : `It tried to open ${asLabel(tried)}, which Views are not allowed to do on their own.`;
  return { title: 'This View left its page', text };
}

export const suspectTrouble: Trouble = {
  title: 'This View may have frozen the page',
  text: 'The page stopped responding when this View was last started, so it was not started again.',
};

export const neverReady: Trouble = {
  title: 'Never reported ready',
  text: 'Its page loaded but never started to talk to Loggia, so it gets no data.',
};

export function failedTrouble(error: unknown): Trouble {
  const text = error instanceof Error ? error.message : String(error);
  return { title: 'This View can’t be shown', text };
}
