/** Who did something, in a word. Whoever enters with the token of the host goes by one name, and is who reads this. */
export function who(principal: string): string {
  return principal === 'local' ? 'you' : principal;
}
