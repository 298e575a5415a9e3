/** The mark: two arches of a loggia. */
export function Arches() {
  return (
    <svg viewBox="0 0 32 32" aria-hidden>
      <rect width="32" height="32" rx="7" fill="#94391a" />
      <path fill="#fbf8f3" d="M5 26V14.5a5 5 0 0 1 10 0V26zm12 0V14.5a5 5 0 0 1 10 0V26z" />
    </svg>
  );
}
