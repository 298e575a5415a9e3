/** The values that the protocol defines for the variables of a changeset's `uriTemplate`. */
export interface ChangesetVariables {
  readonly turnId?: string;
  readonly originalTurnId?: string;
  readonly modifiedTurnId?: string;
}

/**
 * The URI of a changeset: its template with every `{name}` replaced, as in RFC 6570. Undefined if a variable has no
 * value, because then the template means a changeset of another kind.
 */
export function expandChangeset(uriTemplate: string, variables: ChangesetVariables = {}): string | undefined {
  const values = new Map(Object.entries(variables));
  let isWhole = true;
  const uri = uriTemplate.replaceAll(/\{([^{}]*)\}/g, (_, name: string) => {
    const value = values.get(name);
    if (typeof value !== 'string') isWhole = false;
    return encoded(String(value));
  });
  return isWhole ? uri : undefined;
}

/** RFC 6570 also encodes the marks that `encodeURIComponent` spares. */
function encoded(value: string): string {
  return encodeURIComponent(value).replaceAll(
    /[!'()*]/g,
    (mark) => `%${mark.codePointAt(0)?.toString(16).toUpperCase()}`,
  );
}
