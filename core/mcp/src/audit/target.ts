/** The tool or resource that the parameters of a request name. */
export function targetOf(params: object): string | undefined {
  const { name, uri } = params as { readonly name?: unknown; readonly uri?: unknown };
  if (typeof name === 'string') return name;
  return typeof uri === 'string' ? uri : undefined;
}
