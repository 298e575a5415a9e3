/**
 * Links that answers and documents may contain, in Markdown like any others. A client that doesn't know them shows the
 * link's text. The author of the text chose the link, and may be a model or a View: following one must only ever show
 * something or fill in a text field, never act.
 */

const artifactStart = 'artifact:///';
const sayStart = 'loggia:say?text=';
const placeStart = 'loggia:/';

const artifactId = /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/;
const longestText = 2000;

/** Opens an artifact. The same URI names it as an MCP resource. */
export function artifactLink(id: string): string {
  return `${artifactStart}${id}`;
}

/** The id of the artifact that a link opens. `artifact:<id>`, without slashes, works too. */
export function artifactOfLink(href: string): string | undefined {
  const id = /^artifact:(?:\/\/\/)?(.*)$/s.exec(href)?.[1];
  return id !== undefined && artifactId.test(id) ? id : undefined;
}

/** Puts a text into the composer, for the user to send or to change. */
export function sayLink(text: string): string {
  return `${sayStart}${encodeURIComponent(text.slice(0, longestText))}`;
}

export function textOfLink(href: string): string | undefined {
  if (!href.startsWith(sayStart)) return undefined;
  const text = decoded(href.slice(sayStart.length));
  return text === undefined || text === '' || text.length > longestText ? undefined : text;
}

/** Leads to a page of the shell in the open workspace: `placeLink('settings', 'models')`. */
export function placeLink(page: string, ...details: readonly string[]): string {
  return `${placeStart}${[page, ...details].map(encodeURIComponent).join('/')}`;
}

/** The page and its details, in order; the client decides which pages it has. */
export function placeOfLink(href: string): readonly string[] | undefined {
  if (!href.startsWith(placeStart) || href.length > longestText) return undefined;
  const parts = href.slice(placeStart.length).split('/').map(decoded);
  return parts.every((part) => part !== undefined && part !== '') ? (parts as string[]) : undefined;
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
