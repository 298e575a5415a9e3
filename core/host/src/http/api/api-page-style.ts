/** In addition to the style of every page. */
export const apiPageStyle = `h3 { font: 600 1.0625rem/1.4 var(--font-mono); overflow-wrap: anywhere; }
h4 { margin-top: 1rem; font-size: 0.875rem; color: var(--color-text-secondary); }
pre {
  margin-top: 0.875rem;
  padding: 0.875rem 1rem;
  overflow-x: auto;
  border: 1px solid var(--color-border-primary);
  border-radius: var(--border-radius-md);
  background: var(--color-background-secondary);
}
pre code { font-size: 0.8125rem; overflow-wrap: normal; }
.names { display: flex; flex-wrap: wrap; gap: 0.25rem 0.875rem; margin-top: 0.875rem; font: 0.875rem/1.7 var(--font-mono); }
.command { margin-top: 1.5rem; padding-top: 1.25rem; border-top: 1px solid var(--color-border-primary); scroll-margin-top: 1rem; }
.command p { margin-top: 0.25rem; }
.grant {
  margin-left: 0.375rem;
  padding: 0.0625rem 0.5rem;
  border: 1px solid var(--color-border-primary);
  border-radius: 1rem;
  font: 0.75rem/1.5 var(--font-sans);
  color: var(--color-text-secondary);
}
details { margin-top: 0.5rem; }
summary { cursor: pointer; color: var(--color-text-accent); width: fit-content; border-radius: 0.125rem; }
.fields { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: 0.125rem 1.25rem; margin-top: 0.25rem; font-size: 0.9375rem; }
.fields dd { color: var(--color-text-secondary); overflow-wrap: anywhere; }
@media (max-width: 32rem) { .fields { grid-template-columns: minmax(0, 1fr); } .fields dd { margin-bottom: 0.375rem; } }
`;
