import type { ModelSettings } from './options.ts';

/** The criteria for a model, strongest first. */
export interface ModelChoice {
  /** The user's choice: this model or none. */
  readonly chosen: string | undefined;
  /** Hints from a plugin or a server, which don't know the available models: `sonnet` matches `claude-sonnet-5-5`. */
  readonly hints: readonly string[];
}

/** Undefined when there are no models at all. Throws a sentence when the model that the user chose doesn't exist. */
export function chooseModel(
  models: readonly ModelSettings[],
  choice: ModelChoice,
): ModelSettings | undefined {
  const { chosen, hints } = choice;
  if (chosen !== undefined) {
    // If no models are known, the user's name for one is taken as it is.
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
