/**
 * The query for the host while the user is still typing: the last word may be unfinished. Undefined where there is
 * nothing to search for yet. Words in quotes are taken literally.
 */
export function asYouType(query: string): string | undefined {
  const wanted = query.trim();
  // A single Latin letter matches nearly everything; in another script, it may be a word.
  if (!/[\p{L}\p{N}]/u.test(wanted) || /^[a-z0-9]$/i.test(wanted)) return undefined;
  const isInPhrase = (wanted.split('"').length - 1) % 2 === 1;
  return /[\p{L}\p{N}]$/u.test(query) && !isInPhrase ? `${wanted}*` : wanted;
}
