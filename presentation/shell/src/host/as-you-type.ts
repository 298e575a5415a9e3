/**
 * What to ask the host while somebody is still typing: the last word may be unfinished. Undefined where there is
 * nothing to look for yet. Words in quotes are taken as they stand.
 */
export function asYouType(query: string): string | undefined {
  const wanted = query.trim();
  // One letter of an alphabet finds nearly everything; one of another script may be a word.
  if (!/[\p{L}\p{N}]/u.test(wanted) || /^[a-z0-9]$/i.test(wanted)) return undefined;
  const isInPhrase = (wanted.split('"').length - 1) % 2 === 1;
  return /[\p{L}\p{N}]$/u.test(query) && !isInPhrase ? `${wanted}*` : wanted;
}
