/** Resolves once every promise that could settle by itself has. */
export function tick(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

export function never(): Promise<never> {
  return new Promise(() => {});
}
