const key = 'fencepost-theme';

/** Light, dark, or as the system has it; kept for the next visit where the browser keeps anything. */
export function chooseTheme(control: HTMLSelectElement): void {
  const system = matchMedia('(prefers-color-scheme: dark)');
  const apply = (): void => {
    const usual = system.matches ? 'dark' : 'light';
    document.documentElement.dataset['theme'] = control.value === 'auto' ? usual : control.value;
  };
  const kept = stored();
  // What was kept by another version may be no choice any more.
  if ([...control.options].some(({ value }) => value === kept)) control.value = kept ?? 'auto';
  control.addEventListener('change', () => {
    apply();
    store(control.value);
  });
  system.addEventListener('change', apply);
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
