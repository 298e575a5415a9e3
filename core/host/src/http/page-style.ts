/** The same names that Views get from their host, so that one theme serves both. */
export const pageStyle = `:root {
  color-scheme: light dark;
  --color-background-primary: light-dark(#fbf8f3, #16130f);
  --color-background-secondary: light-dark(#f3ece1, #211c16);
  --color-text-primary: light-dark(#241c15, #f1e9de);
  --color-text-secondary: light-dark(#5f5246, #b9ab9b);
  --color-text-accent: light-dark(#94391a, #f2a87e);
  --color-text-success: light-dark(#1d6338, #7fd29c);
  --color-text-danger: light-dark(#a3211b, #ff9c92);
  --color-border-primary: light-dark(#e0d4c3, #3a3128);
  --font-sans: ui-sans-serif, system-ui, 'Segoe UI', Roboto, sans-serif;
  --font-serif: 'Iowan Old Style', 'Palatino Linotype', Palatino, 'URW Palladio L', Georgia, serif;
  --font-mono: ui-monospace, 'SF Mono', Menlo, Consolas, 'DejaVu Sans Mono', monospace;
  --border-radius-md: 0.625rem;
}
* { box-sizing: border-box; margin: 0; }
body {
  background: var(--color-background-primary);
  color: var(--color-text-primary);
  font: 1rem/1.6 var(--font-sans);
  -webkit-text-size-adjust: 100%;
}
.arcade {
  display: block;
  width: 100%;
  height: clamp(5.5rem, 14vw, 8rem);
  border-bottom: 1.5px solid;
  color: var(--color-border-primary);
}
main { max-width: 44rem; margin-inline: auto; padding: clamp(1.75rem, 6vw, 3.5rem) clamp(1.125rem, 5vw, 2rem) 4rem; }
h1 { font: 500 clamp(2.5rem, 9vw, 3.75rem)/1.05 var(--font-serif); letter-spacing: -0.02em; }
h2 { font: 500 1.375rem/1.3 var(--font-serif); margin-top: 2.75rem; }
.lead { margin-top: 0.875rem; font-size: 1.125rem; color: var(--color-text-secondary); max-width: 36rem; text-wrap: pretty; }
.status { display: inline-flex; align-items: baseline; gap: 0.5rem; margin-top: 1.5rem; font-weight: 600; }
.status::before { content: ''; width: 0.625rem; height: 0.625rem; border-radius: 50%; background: currentColor; }
.good { color: var(--color-text-success); }
.bad { color: var(--color-text-danger); }
.facts {
  display: grid;
  grid-template-columns: max-content minmax(0, 1fr);
  gap: 0.375rem 1.5rem;
  margin-top: 1rem;
  padding: 1rem 1.25rem;
  border: 1px solid var(--color-border-primary);
  border-radius: var(--border-radius-md);
  background: var(--color-background-secondary);
}
dt { color: var(--color-text-secondary); }
ol { margin-top: 0.875rem; padding-left: 1.5rem; }
li { padding-left: 0.25rem; }
li + li { margin-top: 0.5rem; }
li::marker { color: var(--color-text-accent); font-weight: 600; }
p { margin-top: 0.875rem; }
code { font: 0.9em/1.5 var(--font-mono); overflow-wrap: anywhere; }
a { color: var(--color-text-accent); text-underline-offset: 0.2em; border-radius: 0.125rem; }
a:hover { text-decoration-thickness: 2px; }
:focus-visible { outline: 2px solid var(--color-text-accent); outline-offset: 3px; }
@media (max-width: 32rem) {
  .facts { grid-template-columns: minmax(0, 1fr); gap: 0; }
  dd + dt { margin-top: 0.625rem; }
}
@media (forced-colors: active) { .status::before { background: CanvasText; } }
`;
