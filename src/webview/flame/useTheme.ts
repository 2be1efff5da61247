import { useEffect, useState } from 'preact/hooks';
import { onThemeChange, type PageTheme, readTheme } from './theme.ts';

/** The current theme. */
export function useTheme(): PageTheme {
  const [theme, setTheme] = useState(readTheme);
  useEffect(() => onThemeChange(() => setTheme(readTheme())), []);
  return theme;
}
