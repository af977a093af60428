/** The colours that the canvas needs; all others are in the page's style sheet. */
export interface Theme {
  dark: boolean;
  text: string;
  background: string;
  faint: string;
  link: string;
  strong: string;
  missing: string;
  hit: string;
}

const LIGHT: Theme = {
  dark: false,
  text: '#24292f',
  background: '#ffffff',
  faint: '#e4e6ea',
  link: '#e7eaef',
  strong: '#57606a',
  missing: '#c2410c',
  hit: '#d97706',
};
const DARK: Theme = {
  dark: true,
  text: '#d8dee6',
  background: '#16191e',
  faint: '#2a2f37',
  link: '#262b33',
  strong: '#9aa7b8',
  missing: '#fb923c',
  hit: '#fbbf24',
};

const system = matchMedia('(prefers-color-scheme: dark)');

/** The theme of the editor that shows the page, else the system's. */
export function theme(): Theme {
  const classes = document.body.classList;
  const told = classes.contains('vscode-dark') || classes.contains('vscode-high-contrast');
  const light = classes.contains('vscode-light') || classes.contains('vscode-high-contrast-light');
  const dark = light ? false : told || system.matches;
  document.documentElement.dataset['theme'] = dark ? 'dark' : 'light';
  return dark ? DARK : LIGHT;
}

/** Calls back when the theme changes. */
export function onTheme(changed: () => void): void {
  system.addEventListener('change', changed);
  new MutationObserver(changed).observe(document.body, { attributeFilter: ['class'] });
}
