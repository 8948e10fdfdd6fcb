/** By which the choice is remembered, where a browser lets a page remember. */
const key = 'fencepost-theme';

type Theme = 'light' | 'dark';

/** Makes a button that changes between light and dark; until it is pressed, the page follows the system. */
export function offerThemes(button: Element | null): void {
  if (!(button instanceof HTMLButtonElement)) return;
  const remembered = recalled();
  if (remembered !== null) document.documentElement.dataset['theme'] = remembered;
  const name = (): void => {
    button.textContent = current() === 'dark' ? 'Light' : 'Dark';
    button.setAttribute('aria-label', `Change to ${current() === 'dark' ? 'light' : 'dark'} colours`);
  };
  button.addEventListener('click', () => {
    const next = current() === 'dark' ? 'light' : 'dark';
    document.documentElement.dataset['theme'] = next;
    remember(next);
    name();
  });
  name();
  button.hidden = false;
}

function current(): Theme {
  const chosen = document.documentElement.dataset['theme'];
  if (chosen === 'dark' || chosen === 'light') return chosen;
  return window.matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
}

function recalled(): Theme | null {
  try {
    const theme = window.localStorage.getItem(key);
    return theme === 'dark' || theme === 'light' ? theme : null;
  } catch {
    return null;
  }
}

function remember(theme: Theme): void {
  try {
    window.localStorage.setItem(key, theme);
  } catch {
    // Then it is for this time only.
  }
}
