const longest = 8192;

export type CheckedLink = { readonly href: string } | { readonly refused: string };

/** Accepts web pages only: other schemes could run code or start a program. */
export function checkLink(url: unknown): CheckedLink {
  if (typeof url !== 'string' || url.length > longest)
    return { refused: 'The address is missing, or too long.' };
  let parsed: URL;
  try {
    parsed = new URL(url);
  } catch {
    return { refused: 'The address is incomplete. Use one that starts with https://.' };
  }
  if (parsed.protocol !== 'https:' && parsed.protocol !== 'http:')
    return {
      refused: `Addresses that start with ${parsed.protocol} are not opened. Use one that starts with https://.`,
    };
  if (parsed.username !== '' || parsed.password !== '')
    return { refused: 'Addresses with a name or password in them are not opened.' };
  return { href: parsed.href };
}
