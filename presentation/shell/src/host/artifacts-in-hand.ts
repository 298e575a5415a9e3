type Source = () => readonly string[];

const sources = new Set<Source>();

/** Somebody at this page is about to use artifacts that need not be in a window, such as those at an unsent message. */
export function addInHand(source: Source): () => void {
  sources.add(source);
  return () => void sources.delete(source);
}

export function artifactsInHand(): readonly string[] {
  return [...sources].flatMap((source) => source());
}
