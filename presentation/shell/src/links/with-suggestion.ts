/** The draft with a suggestion in it. One suggestion replaces the one `before`; what the user wrote stays. */
export function withSuggestion(draft: string, text: string, before: string | undefined): string {
  return draft.trim() === '' || draft === before ? text : `${draft.trimEnd()}\n${text}`;
}
