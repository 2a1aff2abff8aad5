/** Where the browser keeps the colour scheme that the user chose. */
export const SCHEME_KEY = 'almotacen-esquema'

/** Follows the chosen colour scheme, or the system's, before the component library is there to do it. */
export function followScheme(): void {
  setScheme()
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', setScheme)
}

/** What the user chose in this browser; null where it blocks the storage. */
function chosenScheme(): string | null {
  try {
    return localStorage.getItem(SCHEME_KEY)
  } catch {
    return null
  }
}

function setScheme(): void {
  const chosen = chosenScheme()
  const system = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
  const scheme = chosen === 'light' || chosen === 'dark' ? chosen : system
  document.documentElement.setAttribute('data-mantine-color-scheme', scheme)
}
