const prefix = /^(.+?)__(?=.)/u;

/** Hosts put the server before a name that several servers use. */
export function bareName(name: string): string {
  return name.replace(prefix, '');
}

export function prefixOf(name: string): string | undefined {
  return prefix.exec(name)?.[1];
}
