/** A media type normalized for comparison: no spaces, no quotes, lower-case names. */
export interface MediaType {
  readonly type: string;
  readonly parameters: ReadonlyMap<string, string>;
}

export function mediaTypeOf(text: string): MediaType {
  const [type = '', ...parameters] = text.split(';').map((part) => part.trim());
  return {
    type: type.toLowerCase(),
    parameters: new Map(
      parameters.map((parameter) => {
        const [name = '', ...value] = parameter.split('=');
        const bare = value
          .join('=')
          .trim()
          .replace(/^"(.*)"$/, '$1');
        return [name.trim().toLowerCase(), bare.toLowerCase()];
      }),
    ),
  };
}
