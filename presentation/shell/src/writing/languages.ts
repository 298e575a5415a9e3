import { LanguageDescription } from '@codemirror/language';
import { languages } from '@codemirror/language-data';
import { StateEffect, type Extension } from '@codemirror/state';
import { ViewPlugin } from '@codemirror/view';

/** The language that the first of the names stands for: its ending, or a whole name such as `Dockerfile`. */
function describedBy(names: readonly string[]): LanguageDescription | undefined {
  for (const name of names) {
    const found = LanguageDescription.matchFilename(languages, name);
    if (found) return found;
  }
  return undefined;
}

/** Highlights a file as the language of its name. The language is loaded meanwhile; until then the text is plain. */
export function highlighted(...names: readonly string[]): Extension {
  const description = describedBy(names);
  if (!description) return [];
  if (description.support) return description.support;
  return ViewPlugin.define((view) => {
    let isThere = true;
    const add = async (): Promise<void> => {
      const support = await description.load();
      if (isThere) view.dispatch({ effects: StateEffect.appendConfig.of(support) });
    };
    // A language that could not be loaded leaves the text plain.
    add().catch(() => undefined);
    return { destroy: () => void (isThere = false) };
  });
}
