import { Cell, type Readable } from '@loggia/client';
import { showConversation } from '../navigation/show-conversation.ts';
import { withSuggestion } from './with-suggestion.ts';

const waiting = new Cell<string | undefined>(undefined);

/** A suggested message that was chosen, until the composer on screen takes it. */
export const suggestedText: Readable<string | undefined> = waiting;

let taken: string | undefined;

/** The draft with the chosen text in it; undefined if none was chosen. */
export function takeSuggestion(draft: string): string | undefined {
  const text = waiting.getSnapshot();
  if (text === undefined) return undefined;
  waiting.set(undefined);
  const filled = withSuggestion(draft, text, taken);
  taken = text;
  return filled;
}

/** Puts a text into the composer. It is never sent from here: the words may be a model's or a View's. */
export function suggestText(text: string): void {
  waiting.set(text);
  showConversation();
}
