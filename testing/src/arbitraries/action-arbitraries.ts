import * as fc from 'fast-check';

/** One arbitrary for each action, so that a new action without one is a compile error. */
export type ActionArbitraries<Action extends { type: string }> = {
  readonly [Type in Action['type']]: fc.Arbitrary<Extract<Action, { type: Type }>>;
};

type FieldArbitraries<Action extends { type: string }> = {
  readonly [Type in Action['type']]: fc.Arbitrary<Omit<Extract<Action, { type: Type }>, 'type'>>;
};

/** From the fields of each action besides its type. */
export function actionArbitraries<Action extends { type: string }>(
  fields: FieldArbitraries<Action>,
): ActionArbitraries<Action> {
  const entries = Object.entries<fc.Arbitrary<object>>(fields);
  return Object.fromEntries(
    entries.map(([type, arbitrary]) => [type, arbitrary.map((said) => ({ type, ...said }))]),
  ) as unknown as ActionArbitraries<Action>;
}

/** Any of them, by weight. */
export function anyAction<Action extends { type: string }>(
  arbitraries: ActionArbitraries<Action>,
  weightOf: (type: Action['type']) => number = () => 1,
): fc.Arbitrary<Action> {
  const entries = Object.entries(arbitraries) as [Action['type'], fc.Arbitrary<Action>][];
  return fc.oneof(...entries.map(([type, arbitrary]) => ({ arbitrary, weight: weightOf(type) })));
}
