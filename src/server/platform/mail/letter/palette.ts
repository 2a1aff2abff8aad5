/* The colours of src/web/ui/theme/tokens.css, which mail programs cannot read; a test compares them. */

export const light = {
  paper: '#fbf9f4',
  surface: '#ffffff',
  sunk: '#f3efe6',
  line: '#e2dccf',
  'line-2': '#c9c0ae',
  rule: '#2a271f',
  ink: '#1d1b16',
  'ink-2': '#504a3e',
  'ink-3': '#676051',
  accent: '#0b4f3c',
  'on-accent': '#ffffff',
  link: '#0b5c44',
  'rejected-mark': '#b8302a',
}
export type Colour = keyof typeof light

export const dark: Record<Colour, string> = {
  paper: '#161713',
  surface: '#1e1f1a',
  sunk: '#11120f',
  line: '#32342c',
  'line-2': '#484a40',
  rule: '#b7b2a2',
  ink: '#efebe1',
  'ink-2': '#c3beb0',
  'ink-3': '#a09b8c',
  accent: '#6cc9a6',
  'on-accent': '#08241b',
  link: '#7fd3b3',
  'rejected-mark': '#ea7d72',
}
