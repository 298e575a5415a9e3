/** Text as it is, which scrolls where it is long. */
export function CodeBlock({ label, text }: { readonly label: string; readonly text: string }) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by keyboard
    <pre className="code-block scroll-area" role="region" aria-label={label} tabIndex={0}>
      {text}
    </pre>
  );
}
