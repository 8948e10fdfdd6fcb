const key = 'fencepost-theme';

/** Light, dark, or as the system has it; kept for the next visit where the browser keeps anything. */
export function chooseTheme(control: HTMLSelectElement): void {
  const kept = stored();
  if (kept !== null) control.value = kept;
  const apply = (): void => {
    document.documentElement.dataset['theme'] = control.value;
  };
  control.addEventListener('change', () => {
    apply();
    store(control.value);
  });
  apply();
}

function stored(): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function store(theme: string): void {
  try {
    localStorage.setItem(key, theme);
  } catch {
    // A browser that keeps nothing begins anew each time.
  }
}
