import { useEffect, useState } from 'react';
import type { CodePart } from '../writing/highlight-code.ts';

/** Longer code is shown without colors: they would take longer than to read it. */
const longestCode = 20_000;
/** While an answer is being written, colors come in its pauses. */
const pauseMs = 120;

/** The parts of code as they are colored, once the language is there; what came since is plain. */
export function useHighlighted(code: string, language: string | undefined): readonly CodePart[] | undefined {
  const [known, setKnown] = useState<{ readonly code: string; readonly parts: readonly CodePart[] }>();
  const isWanted = language !== undefined && code.length <= longestCode;
  useEffect(() => {
    if (!isWanted) return undefined;
    let isThere = true;
    const color = async (): Promise<void> => {
      const { highlightedParts } = await import('../writing/highlight-code.ts');
      const parts = await highlightedParts(code, language);
      if (isThere && parts) setKnown({ code, parts });
    };
    // Without colors it is still readable.
    const timer = setTimeout(() => void color().catch(() => undefined), pauseMs);
    return () => {
      isThere = false;
      clearTimeout(timer);
    };
  }, [isWanted, code, language]);
  if (!isWanted || !known || !code.startsWith(known.code)) return undefined;
  const rest = code.slice(known.code.length);
  return rest === '' ? known.parts : [...known.parts, { text: rest, kind: '' }];
}
