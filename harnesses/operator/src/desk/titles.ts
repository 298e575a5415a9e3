/** A title as somebody would write it: without the article in front and the full stop behind. */
export function asTitle(text: string): string {
  return text
    .trim()
    .replace(/^[:,;–-]+\s*/u, '')
    .replace(/^(?:the|a|an|der|die|das|den|dem|ein|eine)\s+(?=\S)/iu, '')
    .replace(/[.!?,;:]+$/u, '')
    .replace(/\s+(?:for me|for us|für mich|für uns|please|bitte)$/iu, '')
    .trim();
}
