import { useEffect, useState, type RefObject } from 'react';

const nothing: ReadonlySet<string> = new Set();

/** The calls and forms in a transcript that are visible now. Rows come and go with scrolling. */
export function useInSight(
  place: RefObject<HTMLElement | null>,
  subjects: readonly string[],
): ReadonlySet<string> {
  const [seen, setSeen] = useState(nothing);
  const key = JSON.stringify(subjects);
  useEffect(() => {
    const root = place.current;
    const wanted = new Set(JSON.parse(key) as string[]);
    if (root === null || wanted.size === 0) return;
    const inSight = new Map<Element, string>();
    const tell = (): void => setSeen(new Set(inSight.values()));
    const watch = new IntersectionObserver((entries) => {
      for (const { target, isIntersecting } of entries) {
        if (isIntersecting) inSight.set(target, (target as HTMLElement).dataset['subject'] ?? '');
        else inSight.delete(target);
      }
      tell();
    });
    const watched = new Set<Element>();
    const look = (): void => {
      for (const element of root.querySelectorAll<HTMLElement>('[data-subject]')) {
        if (watched.has(element) || !wanted.has(element.dataset['subject'] ?? '')) continue;
        watched.add(element);
        watch.observe(element);
      }
      for (const element of watched) {
        if (element.isConnected) continue;
        watched.delete(element);
        watch.unobserve(element);
        if (inSight.delete(element)) tell();
      }
    };
    const changes = new MutationObserver(look);
    changes.observe(root, { childList: true, subtree: true });
    look();
    return () => {
      changes.disconnect();
      watch.disconnect();
      setSeen(nothing);
    };
  }, [place, key]);
  return seen;
}
