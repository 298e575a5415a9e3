import type { ModelSettings } from './options.ts';

/** What there is to go by, the strongest first. */
export interface ModelChoice {
  /** Of the user: that one or none. */
  readonly chosen: string | undefined;
  /** Of a plugin or a server, which do not know what there is: `sonnet` will do for `claude-sonnet-5-5`. */
  readonly hints: readonly string[];
}

/** Undefined when there is no model at all. Throws a sentence when the one that the user chose is not there. */
export function chooseModel(
  models: readonly ModelSettings[],
  choice: ModelChoice,
): ModelSettings | undefined {
  const { chosen, hints } = choice;
  if (chosen !== undefined) {
    // Where nobody could say which models there are, the user may know.
    if (models.length === 0) return { id: chosen };
    const found = models.find(({ id }) => id === chosen);
    if (found) return found;
    const names = models.slice(0, 10).map(({ id }) => id);
    throw new Error(
      `This agent has no model named "${chosen}". Choose another one, such as ${names.join(', ')}.`,
    );
  }
  for (const hint of hints) {
    const found = hinted(models, hint.trim().toLowerCase());
    if (found) return found;
  }
  return models[0];
}

function hinted(models: readonly ModelSettings[], hint: string): ModelSettings | undefined {
  if (hint === '') return undefined;
  return (
    models.find(({ id }) => id.toLowerCase() === hint) ??
    models.find(({ id, name = '' }) => id.toLowerCase().includes(hint) || name.toLowerCase() === hint)
  );
}
